import { openDoor } from './door.ts';
import { DOOR_VARIABLE } from './index.ts';

/** For vitest: a door for the run. Test files are processes of this one and find it in their environment. */
export default async function setup(): Promise<() => Promise<void>> {
  // The bundler is a Go program: a third of its work is looking for memory to free.
  process.env.GOGC ??= '400';
  const door = await openDoor();
  process.env[DOOR_VARIABLE] = door.url;
  return door.close;
}
