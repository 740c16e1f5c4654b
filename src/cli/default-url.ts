/** Where `assay serve` listens when nothing is set. */
export const DEFAULT_URL = 'http://127.0.0.1:4021';
