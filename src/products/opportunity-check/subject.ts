import { parse } from 'tldts';
import { cleanText } from '../../reading/text.ts';
import { judgeAddress } from './addresses.ts';
import { endsWithDomain, findLookalike, type Lookalike, mixesScripts } from './lookalike.ts';
import {
  ADDRESS_IN_NAME,
  DOCUMENTATION_SUFFIXES,
  NON_PUBLIC_SUFFIXES,
  SHORTENERS,
  TUNNELS,
} from './tables/hosts.ts';
import { OWN_ROUTES, type OwnRouteRow } from './tables/routes.ts';

/** What the written form of `subject` says. Nothing is resolved or fetched. */
export interface Subject {
  readonly kind: 'url' | 'host' | 'own_route' | 'name';
  /** First host named, in ASCII form; null when none is named. */
  readonly host: string | null;
  readonly registrableDomain: string | null;
  readonly hostsRead: number;
  /** Derived signal ids, in table order of discovery, each with the host rule row that raised it. */
  readonly flags: readonly SubjectFlag[];
  readonly lookalike: Lookalike | null;
  readonly documentationName: boolean;
  /** A scheme was typed, but what follows is no address. */
  readonly unreadable: boolean;
  readonly ownRoute: OwnRouteRow | null;
}

export interface SubjectFlag {
  readonly signal: string;
  readonly row: string | null;
}

/** More hosts than this in one subject are not read: the subject should name one. */
const MAX_HOSTS = 4;
const WITH_SCHEME = /^(?:[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|https?:)/;
const QUAD = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;

interface Named {
  readonly url: URL;
  readonly typedScheme: boolean;
}

export function readSubject(text: string): Subject {
  const words = cleanText(text).split(' ').map(trimMarks);
  const read = words.map(readHost);
  const found = read.filter((one) => one !== undefined && one !== 'unreadable').slice(0, MAX_HOSTS);
  const first = found[0];
  if (!first) return nameOnly(words, read.includes('unreadable'));
  const judged = found.map(judgeHost);
  const https = found.every(({ url }) => url.protocol === 'https:');
  const scheme: SubjectFlag = { signal: https ? 'subj_https' : 'subj_not_https', row: null };
  const host = hostOf(first.url);
  return {
    kind: first.typedScheme ? 'url' : 'host',
    host,
    registrableDomain: parse(host, { allowPrivateDomains: true }).domain,
    hostsRead: found.length,
    flags: dedupe([scheme, ...judged.flatMap(({ flags }) => flags)]),
    lookalike: judged.find(({ lookalike }) => lookalike)?.lookalike ?? null,
    documentationName: DOCUMENTATION_SUFFIXES.suffixes.some((suffix) => endsWithDomain(host, suffix)),
    unreadable: false,
    ownRoute: null,
  };
}

const OPENING = new Set('<("\'`');
const CLOSING = new Set('>)"\'`,;!?.');

/** A word without the punctuation that prose puts around an address. */
function trimMarks(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && OPENING.has(word[from]!)) from += 1;
  while (to > from && CLOSING.has(word[to - 1]!)) to -= 1;
  return word.slice(from, to);
}

function nameOnly(words: readonly string[], unreadable: boolean): Subject {
  const ownRoute =
    OWN_ROUTES.find(({ path }) => words.some((word) => word === path || word.startsWith(`${path}?`))) ?? null;
  const empty = {
    host: null,
    registrableDomain: null,
    hostsRead: 0,
    flags: [],
    lookalike: null,
    documentationName: false,
    unreadable,
  };
  return { kind: ownRoute ? 'own_route' : 'name', ...empty, ownRoute };
}

function readHost(word: string): Named | 'unreadable' | undefined {
  const typedScheme = WITH_SCHEME.test(word);
  if (!typedScheme && !mayBeHost(word)) return undefined;
  const url = parseUrl(typedScheme ? word : `https://${word.replace(/^\/\//, '')}`);
  if (!url) return typedScheme ? 'unreadable' : undefined;
  if (url.hostname === '') return undefined;
  return typedScheme || looksLikeHost(word, hostOf(url)) ? { url, typedScheme } : undefined;
}

function mayBeHost(word: string): boolean {
  const authority = word.replace(/^\/\//, '').split(/[/?#]/, 1)[0]!;
  return !authority.includes('@') && (/[.[]/.test(authority) || /^localhost(?::|$)/.test(authority));
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** `node.js` and `3.5` are not hosts: without a scheme, a name needs a suffix that exists and an address its usual form. */
function looksLikeHost(word: string, host: string): boolean {
  if (host.startsWith('[')) return true;
  if (judgeAddress(host).isAddress) return QUAD.test(word.split(/[:/?#]/, 1)[0]!);
  const { isIcann, isPrivate, domain } = parse(host, { allowPrivateDomains: true });
  if ((isIcann || isPrivate) && domain) return true;
  return [...NON_PUBLIC_SUFFIXES.suffixes, ...DOCUMENTATION_SUFFIXES.suffixes].some((suffix) =>
    endsWithDomain(host, suffix),
  );
}

const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '').toLowerCase();

function judgeHost({ url }: Named): { flags: SubjectFlag[]; lookalike: Lookalike | undefined } {
  const host = hostOf(url);
  const flags: SubjectFlag[] = url.username || url.password ? [{ signal: 'subj_userinfo', row: null }] : [];
  const address = judgeAddress(host);
  const nonPublic = address.nonPublicRow ?? nonPublicName(host, address.isAddress);
  if (nonPublic)
    return { flags: [...flags, { signal: 'subj_private_host', row: nonPublic }], lookalike: undefined };
  if (address.isAddress)
    return { flags: [...flags, { signal: 'subj_ip_literal', row: null }], lookalike: undefined };
  const labels = host.split('.');
  if (labels.some((label) => label.startsWith('xn--'))) flags.push({ signal: 'subj_punycode', row: null });
  if (labels.some(mixesScripts)) flags.push({ signal: 'subj_mixed_script', row: 'H06' });
  if (matches(host, SHORTENERS.domains)) flags.push({ signal: 'subj_url_shortener', row: SHORTENERS.id });
  if (matches(host, TUNNELS.suffixes)) flags.push({ signal: 'subj_ephemeral_host', row: TUNNELS.id });
  const lookalike = findLookalike(splitHost(host));
  if (lookalike) flags.push({ signal: 'subj_typosquat', row: lookalike.rule });
  return { flags, lookalike };
}

const matches = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => endsWithDomain(host, domain));

function nonPublicName(host: string, isAddress: boolean): string | null {
  if (isAddress) return null;
  if (!host.includes('.') || matches(host, NON_PUBLIC_SUFFIXES.suffixes)) return NON_PUBLIC_SUFFIXES.id;
  return matches(host, ADDRESS_IN_NAME.suffixes) ? ADDRESS_IN_NAME.id : null;
}

function splitHost(host: string) {
  const { domain, domainWithoutSuffix, publicSuffix, isPrivate, subdomain } = parse(host, {
    allowPrivateDomains: true,
  });
  return {
    host,
    ownLabel: domain ? (domainWithoutSuffix ?? '') : (host.split('.')[0] ?? ''),
    leftLabels: subdomain ? subdomain.split('.') : [],
    publicSuffix: publicSuffix ?? '',
    sharedHosting: isPrivate === true,
  };
}

function dedupe(flags: readonly SubjectFlag[]): SubjectFlag[] {
  return flags.filter((flag, i) => flags.findIndex(({ signal }) => signal === flag.signal) === i);
}
