import type { Published } from '../declare.ts';
import { compressible, FIXED, type Methods, whenAsked } from './answer.ts';
import { HTML_HEADERS } from './page-routes.ts';
import { GUIDES } from './pages/frame.ts';
import { type Guide, guidePage, guidesPage } from './pages/guides.ts';

/** The documentation as pages: an overview, and each guide when it is first asked for. */
export function guideRoutes(
  guides: readonly Guide[],
  published: Published,
): readonly (readonly [path: string, methods: Methods])[] {
  const page = (make: () => string) =>
    whenAsked(
      () => published,
      () => compressible(make(), { ...HTML_HEADERS, 'cache-control': FIXED }),
    );
  return [
    [GUIDES, page(() => guidesPage(guides, published))],
    ...guides.map(
      (guide) => [`${GUIDES}/${guide.name}`, page(() => guidePage(guide, guides, published))] as const,
    ),
  ];
}
