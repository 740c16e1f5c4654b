/** Loaded before a service (`--import`): its clock is that of the machine and as much more as a file says. */
import { readFileSync } from 'node:fs';

const LOOK_MS = 20;
const file = process.env.CLOCK_STEP_FILE;
const RealDate = globalThis.Date;
let step = 0;

function look() {
  try {
    step = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // Not written yet.
  }
}
if (file !== undefined) {
  look();
  setInterval(look, LOOK_MS).unref();
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + step);
      else super(...given);
    }
    static now() {
      return RealDate.now() + step;
    }
  };
}
