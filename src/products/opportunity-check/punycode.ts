/** Parameters of RFC 3492 §5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const MAX_CODE_POINT = 0x10ffff;

/** Unicode form of one host label; a label that is not punycode, or is broken, comes back as it is (RFC 3492 §6.2). */
export function decodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const encoded = label.slice(4);
  const split = encoded.lastIndexOf('-');
  const out = [...encoded.slice(0, Math.max(split, 0))].map((letter) => letter.codePointAt(0)!);
  let [code, at, bias] = [128, 0, 72];
  for (let read = split + 1; read < encoded.length; ) {
    const step = readDelta(encoded, read, bias);
    if (step === undefined) return label;
    read = step.next;
    const size = out.length + 1;
    bias = adapt(step.delta, size, at === 0);
    at += step.delta;
    code += Math.floor(at / size);
    at %= size;
    if (code > MAX_CODE_POINT) return label;
    out.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...out);
}

function readDelta(encoded: string, from: number, bias: number): { delta: number; next: number } | undefined {
  let [delta, weight, next] = [0, 1, from];
  for (let k = BASE; ; k += BASE) {
    const digit = digitOf(encoded.charCodeAt(next));
    if (digit === undefined) return undefined;
    next += 1;
    delta += digit * weight;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (digit < threshold) return { delta, next };
    weight *= BASE - threshold;
    if (weight > Number.MAX_SAFE_INTEGER / BASE) return undefined;
  }
}

function digitOf(charCode: number): number | undefined {
  if (charCode >= 0x30 && charCode <= 0x39) return charCode - 0x30 + 26;
  if (charCode >= 0x61 && charCode <= 0x7a) return charCode - 0x61;
  return undefined;
}

function adapt(delta: number, size: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / size);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
