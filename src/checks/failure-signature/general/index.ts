import { CLIENT_SIDE } from './client.ts';
import { PAYING } from './paying.ts';
import { SERVING } from './serving.ts';
import { SETTLING } from './settling.ts';

/** The fix of each cause where no case of it is closer. */
export const GENERAL = { ...PAYING, ...SETTLING, ...SERVING, ...CLIENT_SIDE } as const;
