import type { Entropy, Seal, Ticket, Tickets } from '../ports.ts';
import { sha256Hex } from '../values/digest.ts';
import { ticketDigest } from '../values/fingerprint.ts';

/** Tickets that were used, by digest: the journal writes them with the claim of the payment that uses them. */
export interface UsedTickets {
  find(digest: string): Promise<Ticket | undefined>;
}

/** 64 characters of hex: when it runs out, chance, what it is for, and our seal over all of it. */
const SHAPE = /^(.*?)([0-9a-f]{11})([0-9a-f]{13})([0-9a-f]{16})([0-9a-f]{24})$/;
const CHANCE_BYTES = 7;

/**
 * Tickets that carry what they say, sealed: issuing one writes nothing, so that nobody can fill a disk with them. Whoever
 * holds the seal's key, as every node does, knows them again.
 */
export function sealedTickets(used: UsedTickets, seal: Seal, entropy: Entropy): Tickets {
  return {
    async issue({ product, fingerprint, expiresAt }, before = '') {
      const end = expiresAt.toString(16).padStart(11, '0');
      const chance = entropy.hex(CHANCE_BYTES).slice(0, 13);
      const said = before + end + chance + tagOf(product, fingerprint);
      return said + sealOf(product, said);
    },
    async find(text, { product, fingerprint }) {
      const [, before, end, chance, tag, sealed] = SHAPE.exec(text) ?? [];
      if (before === undefined || sealed === undefined) return undefined;
      // Digests are compared, so that the time which that takes tells nothing.
      if (sha256Hex(sealed) !== sha256Hex(sealOf(product, before + end! + chance! + tag!))) return undefined;
      const digest = ticketDigest(text);
      const row = await used.find(digest);
      return {
        digest,
        expiresAt: Number.parseInt(end!, 16),
        isFor: tag === tagOf(product, fingerprint),
        consumedAt: row?.consumedAt ?? null,
      };
    },
  };

  function tagOf(product: string, fingerprint: string): string {
    return sealing(['ticket for', product, fingerprint]).slice(0, 16);
  }

  function sealOf(product: string, said: string): string {
    return sealing(['ticket', product, said]).slice(0, 24);
  }

  /** Without the name of the key. */
  function sealing(parts: readonly string[]): string {
    return sha256Hex(seal(JSON.stringify(parts)));
  }
}
