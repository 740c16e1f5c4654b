import type { Published } from '../declare.ts';
import { GUIDES } from './pages/frame.ts';
import type { Guide } from './pages/guides.ts';
import { PAGES } from './pages/index.ts';

interface TextFile {
  readonly type: string;
  readonly text: string;
}

/** RFC 9116 asks for an end within a year; a restart moves it on. */
const SECURITY_TXT_DAYS = 364;
const DAY_MS = 86_400_000;

/** Files that crawlers and security researchers look for, by path. They name this instance, so they are made by it. */
export function siteFiles(
  published: Published,
  guides: readonly Guide[],
  startedAt: number,
): Readonly<Record<string, TextFile>> {
  const { publicUrl, operator, catalogue } = published;
  const documents = catalogue.documents.flatMap((each) =>
    each.freshness === 'fixed' && each.page ? [each.path] : [],
  );
  const addresses = [
    ...PAGES.map(({ path }) => path),
    ...documents,
    GUIDES,
    ...guides.map(({ name }) => `${GUIDES}/${name}`),
  ];
  return {
    '/sitemap.xml': {
      type: 'application/xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('\n')}
</urlset>
`,
    },
    '/robots.txt': {
      type: 'text/plain; charset=utf-8',
      text: `User-agent: *\nAllow: /\nDisallow: /action-pack/go/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    },
    ...(operator?.contact !== undefined && {
      '/.well-known/security.txt': {
        type: 'text/plain; charset=utf-8',
        text: `Contact: ${operator.contact}
Expires: ${new Date(startedAt + SECURITY_TXT_DAYS * DAY_MS).toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`,
      },
    }),
  };
}
