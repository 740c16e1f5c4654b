import { USDC } from '../../values/assets.ts';
import { NETWORK, TICKET_HEADER } from '../../values/limits.ts';
import { BASE } from '../../values/payment.ts';
import { REPORT } from './report-view.ts';

/** What a signature from this page may say besides its amount and its recipient. */
const TERMS = {
  network: NETWORK,
  chainId: Number(BASE.split(':')[1]),
  asset: USDC.base.asset,
  ...USDC.base.domain,
  ticketHeader: TICKET_HEADER,
  mostSeconds: 600,
};

const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

/**
 * Buys one audit with the wallet of the browser, shows it and saves it as one file. One signature, over terms that are
 * checked first. Once it was sent only a 402, which means that no money moved, lets another one be asked for; until then
 * the same payment is sent again.
 */
export const WALLET_SCRIPT = `
const TERMS = ${JSON.stringify(TERMS)};
const TYPES = ${JSON.stringify(TYPES)};
const REPORT = ${JSON.stringify(REPORT)};

const bars = (rows, answer) => {
  const svg = (name, attributes, text = '') => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const values = rows.map(([, path]) => Number(String(at(answer, path)).replace('$', '')) || 0);
  const most = Math.max(...values);
  const drawing = svg('svg', { class: 'bars', width: '100%', height: rows.length * 44, role: 'img', 'aria-label': rows.map(([label], i) => label + ' ' + values[i]).join(', ') });
  rows.forEach(([label], i) => drawing.append(
    svg('text', { x: 0, y: i * 44 + 14 }, label),
    svg('text', { class: 'value', x: '100%', y: i * 44 + 14 }, String(values[i])),
    svg('rect', { class: 'bar', x: 0, y: i * 44 + 22, width: Math.max(1, values[i] / most * 100) + '%', height: 12, rx: 3 }),
  ));
  return drawing;
};
const tableOf = ({ name, columns }, rows) => {
  const head = element('tr', ...columns.map(([title]) => { const th = element('th', title); th.scope = 'col'; return th; }));
  const body = rows.map((row) => element('tr', ...columns.map(([, path]) => element('td', inWords(at(row, path))))));
  const made = element('div', element('table', element('caption', name), element('thead', head), element('tbody', ...body)));
  made.className = 'scroll';
  made.tabIndex = 0;
  made.setAttribute('role', 'region');
  made.setAttribute('aria-label', name);
  return made;
};
const blockOf = (block, answer) => {
  if (block.as === 'text') return element('p', at(answer, block.path));
  if (block.as === 'list') return element('ul', ...at(answer, block.path).map((line) => element('li', line)));
  if (block.as === 'table') return tableOf(block, at(answer, block.path));
  if (block.as === 'bars') return bars(block.rows, answer);
  const facts = element('dl');
  facts.className = 'facts';
  for (const [name, path] of block.rows) {
    const value = at(answer, path);
    if (value !== null && value !== undefined) facts.append(element('div', element('dt', name), element('dd', inWords(value))));
  }
  return facts;
};
const isEmpty = ({ as, path }, answer) => (as === 'list' || as === 'table') && at(answer, path).length === 0;
const reportOf = (answer) => {
  const made = element('div', ...REPORT.filter((block) => !isEmpty(block, answer)).flatMap((block) => [element('h3', block.name), blockOf(block, answer)]));
  made.className = 'report';
  return made;
};
const SAVED_STYLE = 'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;vertical-align:top;padding:.3rem 1rem .3rem 0;border-top:1px solid #ccc}dt{font-weight:600}.bars{max-width:40rem}.bars rect{fill:#b07a1a}.bars .value{text-anchor:end}pre{white-space:pre-wrap;overflow-wrap:anywhere}';
/** Written as text: a style element would be refused by the policy of this page. The parts are escaped by innerHTML. */
const savedPage = (report, answer, proof) => {
  const parts = element('main',
    element('h1', 'Revenue audit'), report.cloneNode(true),
    element('h2', 'Receipts'), printed('Receipts', proof), element('h2', 'Whole answer, with the files'), printed('Whole answer', answer),
  );
  return '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Revenue audit</title><style>' + SAVED_STYLE
    + '</style></head><body>' + parts.innerHTML + '</body></html>';
};

const fromBase64 = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));
const toBase64 = (value) => btoa(Array.from(new TextEncoder().encode(JSON.stringify(value)), (byte) => String.fromCharCode(byte)).join(''));

/** The one offer that may be signed; anything else stops before the wallet is asked. */
const acceptable = (required, { url, amount }) => {
  const offers = required.accepts.filter((one) => one.scheme === 'exact' && one.network === TERMS.network);
  const [offer] = offers;
  const holds = required.x402Version === 2 && required.resource.url === url && offers.length === 1
    && offer.amount === amount && offer.asset.toLowerCase() === TERMS.asset.toLowerCase()
    && (offer.extra?.assetTransferMethod ?? 'eip3009') === 'eip3009'
    && /^0x[0-9a-fA-F]{40}$/.test(offer.payTo)
    && offer.maxTimeoutSeconds > 0 && offer.maxTimeoutSeconds <= TERMS.mostSeconds;
  if (!holds) throw new Error('The terms are not those of this page. Nothing was signed.');
  return offer;
};

async function signed(wallet, required, offer) {
  const [from] = await wallet.request({ method: 'eth_requestAccounts' });
  const chainId = '0x' + TERMS.chainId.toString(16);
  if (BigInt(await wallet.request({ method: 'eth_chainId' })) !== BigInt(TERMS.chainId))
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  const nonce = '0x' + Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const validBefore = String(Math.floor(Date.now() / 1000) + offer.maxTimeoutSeconds);
  const authorization = { from, to: offer.payTo, value: offer.amount, validAfter: '0', validBefore, nonce };
  const domain = { name: TERMS.name, version: TERMS.version, chainId: TERMS.chainId, verifyingContract: TERMS.asset };
  const asked = JSON.stringify({ types: TYPES, primaryType: 'TransferWithAuthorization', domain, message: authorization });
  const signature = await wallet.request({ method: 'eth_signTypedData_v4', params: [from, asked] });
  const { resource, extensions } = required;
  return toBase64({ x402Version: 2, resource, accepted: offer, payload: { signature, authorization }, ...(extensions && { extensions }) });
}

const box = document.querySelector('[data-wallet]');
if (box && window.ethereum) {
  const { body, scope, amount, price, url, check } = box.dataset;
  const button = element('button', 'Pay ' + price + ' with your wallet');
  button.type = 'button';
  button.className = 'action';
  const state = element('p');
  state.setAttribute('role', 'status');
  box.append(
    element('h4', 'With the wallet of this browser'),
    element('p', 'Pressing this approves one audit for ' + price + ' in USDC on Base. Your wallet shows what it signs, and signs once.'),
    element('p', button), state,
  );
  box.hidden = false;
  const ask = (to, text, headers = {}) => fetch(to, {
    method: 'POST', credentials: 'omit', redirect: 'error', headers: { 'content-type': 'application/json', ...headers }, body: text,
  });
  let ticket;
  let payment;
  const buy = async () => {
    if (!ticket) {
      const approval = await (await ask(check, JSON.stringify({ ...JSON.parse(scope), buyerApproval: true }))).json();
      if (approval.status !== 'approved') throw new Error('The approval was refused. Nothing was signed.');
      ticket = { [TERMS.ticketHeader]: approval.ticket };
    }
    if (!payment) {
      const challenge = await ask(url, body, ticket);
      const header = challenge.headers.get('PAYMENT-REQUIRED');
      if (challenge.status !== 402 || !header) throw new Error('No price was offered. Nothing was signed.');
      const required = fromBase64(header);
      payment = await signed(window.ethereum, required, acceptable(required, { url, amount }));
    }
    const answer = await ask(url, body, { ...ticket, 'PAYMENT-SIGNATURE': payment });
    // A ticket is good for ten minutes and one sale; a payment that is known needs none.
    ticket = undefined;
    if (answer.status === 402) {
      payment = undefined;
      throw new Error('The payment was declined. No money moved.');
    }
    if (answer.status !== 200) throw new Error('There is no answer yet. Nothing new is signed: send the same payment again.');
    const bought = await answer.json();
    payment = undefined;
    return { answer: bought, proof: {
      'PAYMENT-RESPONSE': answer.headers.get('PAYMENT-RESPONSE'),
      'X-SVC-DELIVERY-RECEIPT': answer.headers.get('X-SVC-DELIVERY-RECEIPT'),
    } };
  };
  // Whoever leaves now would lose the payment that can still be sent again.
  addEventListener('beforeunload', (event) => { if (payment) event.preventDefault(); });
  button.addEventListener('click', async () => {
    button.disabled = true;
    state.textContent = payment ? 'Sending the same payment again.' : 'Asking your wallet.';
    try {
      const { answer, proof } = await buy();
      const report = reportOf(answer);
      const save = element('a', 'Save as one HTML file');
      save.className = 'action';
      save.download = 'revenue-audit.html';
      save.href = URL.createObjectURL(new Blob([savedPage(report, answer, proof)], { type: 'text/html' }));
      const title = element('h3', 'Your audit');
      title.tabIndex = -1;
      box.replaceChildren(title, element('p', save), report);
      title.focus();
      say('Paid once. Save the report: this page keeps nothing.');
    } catch (error) {
      state.textContent = error.message ?? 'Nothing was signed.';
      button.textContent = payment ? 'Send the same payment again' : 'Pay ' + price + ' with your wallet';
      button.disabled = false;
      button.focus();
    }
  });
}
`;
