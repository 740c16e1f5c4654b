import { parentPort } from 'node:worker_threads';
import { campaign } from './campaign.ts';
import type { Share } from './crew.ts';

/** One thread of a crew: runs the shares that it is given, one after another. */
const port = parentPort!;
port.on('message', (share: Share) => {
  // A rejection ends the thread, and with it the campaign.
  void campaign(share).then((done) => port.postMessage(done));
});
