import { beforeEach } from 'vitest';
import { shortened } from './shortened.ts';

/** A failed test says what differs in at most 2 kB. */
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => {
    for (const error of task.result?.errors ?? []) Object.assign(error, shortened(error));
  });
});
