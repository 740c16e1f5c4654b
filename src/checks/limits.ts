export * from '../values/limits.ts';
