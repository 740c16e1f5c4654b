/** Thrown before a check is begun, because too many are under way: the caller is told to slow down, and nothing is wrong. */
export class Busy extends Error {}
