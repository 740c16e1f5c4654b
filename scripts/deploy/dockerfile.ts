import { readFileSync } from 'node:fs';

/** The last stage of a Dockerfile, as far as ours goes. */
export interface Image {
  /** Every base, with its digest. */
  readonly bases: readonly string[];
  readonly run: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly volume: string;
  readonly stopSignal: string;
  readonly health: readonly string[];
  readonly command: readonly string[];
}

/** Throws on an instruction that it does not know: nothing is passed over. */
export function readDockerfile(path: string): Image {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.*)$/.exec(line)!.slice(1) as [string, string]);
  const last = lines.slice(lines.findLastIndex(([name]) => name === 'FROM') + 1);
  const all = (name: string) => last.filter(([each]) => each === name).map(([, text]) => text);
  const one = (name: string) => {
    const [text, ...more] = all(name);
    if (text === undefined || more.length > 0) throw new Error(`the Dockerfile has not exactly one ${name}`);
    return text;
  };
  const list = (text: string) => JSON.parse(text) as string[];
  const known = [
    'COPY',
    'RUN',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'STOPSIGNAL',
    'HEALTHCHECK',
    'ENTRYPOINT',
    'CMD',
  ];
  for (const [name] of last) if (!known.includes(name)) throw new Error(`the Dockerfile has ${name}`);
  if (one('COPY') !== '--from=pack /packed /packed') throw new Error('the image copies something else');
  return {
    bases: lines.filter(([name]) => name === 'FROM').map(([, text]) => text.split(' ')[0]!),
    run: all('RUN'),
    env: Object.fromEntries(
      all('ENV').flatMap((text) => text.split(' ').map((each) => each.split('='))),
    ) as Record<string, string>,
    user: one('USER'),
    volume: one('VOLUME'),
    stopSignal: one('STOPSIGNAL'),
    health: list(one('HEALTHCHECK').replace(/^.*? CMD /, '')),
    command: [...list(one('ENTRYPOINT')), ...list(one('CMD'))],
  };
}
