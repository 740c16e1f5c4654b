/** Base58 as Bitcoin and Solana write it: addresses, signatures and block hashes. */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 with Bitcoin’s alphabet, as Solana writes keys and signatures. */
export function base58(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)]! + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** The bytes behind a text, when there are exactly `length` of them and the text is their only spelling. */
export function fromBase58(text: string, length: number): Uint8Array | undefined {
  // Longer texts cannot hold so few bytes; not looking at them keeps this linear in what a caller sends.
  if (text.length > Math.ceil(length * 1.37)) return undefined;
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(length);
  for (let i = length - 1; i >= 0; i--, number >>= 8n) bytes[i] = Number(number & 255n);
  return number === 0n && base58(bytes) === text ? bytes : undefined;
}
