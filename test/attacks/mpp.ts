import { Challenge, Credential } from 'mppx';
import { forged } from '../mpp/support.ts';
import type { Lab } from './lab.ts';
import type { Memory } from './macros.ts';

/** MPP credentials to attack with: `{{mpp:ROUTE name=value …}}`, without the scheme in front. */

const ATTACKER = '0x00000000000000000000000000000000000bad01';

type Opened = Challenge.Challenge;

/** What a cheat changes in a challenge that it was given, after it has paid for it. */
const TAMPERS: Readonly<Record<string, (challenge: Opened) => Opened>> = {
  recipient: (of) => ({ ...of, request: { ...of.request, recipient: ATTACKER } }),
  amount: (of) => ({ ...of, request: { ...of.request, amount: '1' } }),
  expires: (of) => ({ ...of, expires: new Date(Date.now() + 86_400_000).toISOString() }),
  realm: (of) => ({ ...of, realm: 'other.example' }),
  method: (of) => ({ ...of, method: 'stripe' }),
};

export async function mppCredential(
  path: string,
  options: ReadonlyMap<string, string>,
  lab: Lab,
  memory: Memory,
): Promise<string> {
  const name = options.get('fixed');
  const known = name === undefined ? undefined : memory.credentials.get(name);
  if (known !== undefined) return known;
  const made = await signed(path, options, lab);
  if (name !== undefined) memory.credentials.set(name, made);
  memory.headers.add(made);
  return made;
}

async function signed(path: string, options: ReadonlyMap<string, string>, lab: Lab): Promise<string> {
  const { tempo, chain } = lab;
  if (!tempo || !chain) throw new Error('nobody lends the chain that this service is paid on over MPP');
  const answer = await fetch(lab.url + path);
  await answer.arrayBuffer();
  const challenge = Challenge.fromResponse(answer);
  if (options.has('expired')) return expired(challenge, tempo.secret);
  const credential = await tempo.tools.stock(chain.tools.buyer(0), 'pull').createCredential(answer);
  const tamper = options.get('tamper');
  if (tamper === undefined) return bare(credential);
  const change = TAMPERS[tamper];
  if (!change) throw new Error(`no such change of a challenge: ${tamper}`);
  const opened = Credential.deserialize(credential);
  return bare(Credential.serialize({ ...opened, challenge: change(opened.challenge) }));
}

/** A challenge of the service's own that ran out an hour ago, with a payment that never began. */
function expired(challenge: Opened, secretKey: string | undefined): string {
  if (secretKey === undefined) throw new Error('only the service can make a challenge that has run out');
  const old = forged(challenge, { expires: new Date(Date.now() - 3_600_000).toISOString(), secretKey });
  return bare(
    Credential.serialize({ challenge: old, payload: { type: 'hash', hash: `0x${'5'.repeat(64)}` } }),
  );
}

const bare = (credential: string): string => credential.replace(/^Payment /, '');
