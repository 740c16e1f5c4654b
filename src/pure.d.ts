/**
 * What the pure rooms may use besides ES2024: deterministic functions that Node and Workers both have.
 * No clock, no chance, no network, no process. The second type check (tsconfig.pure.json) sees only this.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: URLSearchParams;
}
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | readonly (readonly [string, string])[]);
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  keys(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare function btoa(binary: string): string;
declare function atob(base64: string): string;
/** For arithmetic alone: what is imported is memory, and what is made of it is the same everywhere. */
declare namespace WebAssembly {
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  const Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  const Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> };
}
