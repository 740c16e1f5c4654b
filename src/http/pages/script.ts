import { VIEWS } from './try-view.ts';

/** What the script needs of a view. */
const SHOWN = Object.fromEntries(
  Object.entries(VIEWS).map(([id, { headlines, rows, list, send, next, fields }]) => {
    const named = (kind: 'json' | 'lines') => fields.filter(({ as }) => as === kind).map(({ name }) => name);
    return [id, { headlines, rows, list, send, next, json: named('json'), lines: named('lines') }];
  }),
);

/**
 * The one script: copies commands and counts that they were copied, and asks the JSON checks without a reload. Every
 * page works without it; where anything goes wrong a form is sent as it would be without it.
 */
export const SCRIPT_TEXT = `const VIEWS = ${JSON.stringify(SHOWN)};
const said = document.getElementById('said');
let clearing;
const say = (text, seen = true) => {
  said.classList.toggle('unseen', !seen);
  said.textContent = text;
  clearTimeout(clearing);
  clearing = setTimeout(() => { said.textContent = ''; }, 6000);
};
const post = (path, body) => fetch(path, {
  method: 'POST', keepalive: true, credentials: 'omit',
  headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
});

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    say('Copied. Nothing was paid.');
    const { event } = button.dataset;
    if (event) await post('/api/wallet-close-signals', { event }).then((answer) => answer.text()).catch(() => {});
  });
}

for (const field of document.querySelectorAll('[data-filter]')) {
  const sections = [...document.getElementById(field.dataset.filter).querySelectorAll('section')];
  const rows = sections.map((section) => [section, [...section.querySelectorAll('li')].map((row) => [row, row.textContent.toLowerCase()])]);
  field.form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('input', () => {
    const asked = field.value.trim().toLowerCase();
    let left = 0;
    for (const [section, names] of rows) {
      let shown = 0;
      for (const [row, text] of names) {
        row.hidden = asked !== '' && !text.includes(asked);
        shown += row.hidden ? 0 : 1;
      }
      section.hidden = asked !== '' && shown === 0;
      for (const part of section.querySelectorAll('details'))
        part.open = asked !== '' && part.querySelector('li:not([hidden])') !== null;
      left += shown;
    }
    say(left + ' of them', false);
  });
}

// Most browsers open what holds the anchor that was asked for; this does it for the others.
const reveal = () => {
  const asked = document.getElementById(location.hash.slice(1));
  const folded = asked?.closest('details');
  if (!folded || folded.open) return;
  folded.open = true;
  asked.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

const element = (name, ...children) => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};
const at = (answer, path) => path.split('.').reduce((value, name) => value?.[name], answer);
const inWords = (value) =>
  /^[a-z]+(_[a-z]+)+$/.test(String(value)) ? String(value).replaceAll('_', ' ') : String(value);
const link = ({ to, text }) => {
  const made = element('a', text);
  made.href = to;
  return element('p', made);
};
const printed = (label, value) => {
  const pre = element('pre', element('code', JSON.stringify(value, null, 2)));
  pre.tabIndex = 0;
  pre.setAttribute('role', 'region');
  pre.setAttribute('aria-label', label);
  return pre;
};

function show(view, answer, into) {
  const facts = element('dl');
  facts.className = 'facts';
  for (const [name, path] of view.rows) {
    const value = at(answer, path);
    if (value !== null && value !== undefined)
      facts.append(element('div', element('dt', name), element('dd', inWords(value))));
  }
  const said = view.list ? answer[view.list[1]] : [];
  const sentences = said.length === 0 ? [] : [
    element('h4', view.list[0]), element('ul', ...said.map((line) => element('li', line))),
  ];
  const [name, member] = view.send;
  const title = view.headlines[answer.status] ?? answer.status;
  into.replaceChildren(
    element('h3', title), facts, ...sentences, element('h4', name), printed(name, answer[member]),
    ...(view.next?.status === answer.status ? [link(view.next)] : []),
    element('details', element('summary', 'Whole answer'), printed('Whole answer', answer)),
  );
  into.focus();
  // Those who see it are looking at it already.
  say(title, false);
}

function inputOf(form, view) {
  const input = {};
  for (const [name, value] of new FormData(form)) {
    if (name === 'check' || value === '') continue;
    input[name] = view.json.includes(name) ? JSON.parse(value)
      : view.lines.includes(name) ? value.split('\\n').map((line) => line.trimEnd()).filter((line) => line.trim() !== '')
      : value;
  }
  return input;
}

for (const form of document.querySelectorAll('form[data-check]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const view = VIEWS[form.dataset.check];
    try {
      const answer = await post(form.dataset.path, inputOf(form, view));
      if (!answer.ok) return form.submit();
      form.parentElement.querySelector('.faults')?.remove();
      show(view, await answer.json(), form.parentElement.querySelector('.result'));
    } catch {
      form.submit();
    }
  });
}
`;
