import { describe, expect, it } from 'vitest';
import { catalogue } from '../../catalogue.ts';
import { Stage } from '../../checks/stage.suite.ts';
import { type Guide, guidePage, guidesPage } from './guides.ts';

const GUIDES: readonly Guide[] = [
  {
    name: 'buyers',
    markdown: `# For buyers

Check & pay. More follows.

## Pay once
<!-- derived:x -->
See [alerts](operators.md#alerts), [results](../bench/RESULTS.md), [x402](https://x402.org) and \`a < b\`.

## Pay once

| A | B |
|---|---|
| \`1\`<br>\`2\` | <script>alert(1)</script> |

\`\`\`js
if (a < b && "c") send();
\`\`\`
`,
  },
  { name: 'operators', markdown: '# For operators\n\nRun it.\n' },
];

const published = new Stage(catalogue).context.published;
const page = () => guidePage(GUIDES[0]!, GUIDES, published);

it.each([
  ['This page buys a check. More.', 'Buys a check.'],
  ['This page shows how to look first. More.', 'How to look first.'],
  ['This page shows the habits. More.', 'Shows the habits.'],
  ['A call costs money. This page helps.', 'A call costs money.'],
])('the list of guides tells "%s" as "%s"', (first, told) => {
  const text = guidesPage([{ name: 'buyers', markdown: `# Buyers\n\n${first}\n` }], published);
  expect(text).toContain(`<dd>${told}</dd>`);
});

describe('a guide', () => {
  it('names each part that scrolls by itself, as a screen reader lists them', () => {
    const twice = `${GUIDES[0]!.markdown}\n\`\`\`js\nagain();\n\`\`\`\n`;
    const text = guidePage({ name: 'buyers', markdown: twice }, GUIDES, published);
    const labels = [...text.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
    expect(labels).toEqual(['Table 1', 'Code 1', 'Code 2']);
  });

  it('keeps its headings, each under an anchor of its own', () => {
    expect(page()).toContain('<h1 id="for-buyers">For buyers</h1>');
    expect(page()).toContain('<h2 id="pay-once">');
    expect(page()).toContain('<h2 id="pay-once-1">');
  });

  it('links to other guides on this service, and to no file of the repository', () => {
    expect(page()).toContain('<a href="/docs/operators#alerts">alerts</a>');
    expect(page()).toContain(', results, <a href="https://x402.org">x402</a>');
    expect(page()).not.toContain('RESULTS.md');
  });

  it('shows code and cells as text, and runs nothing', () => {
    expect(page()).toContain('if (a &lt; b &amp;&amp; &quot;c&quot;) send();');
    expect(page()).toContain('<code>a &lt; b</code>');
    expect(page()).not.toContain('alert(1)</script>');
    expect(page()).toContain('<code>1</code><br><code>2</code>');
    expect(page()).not.toContain('derived:x');
  });

  it('is named in the overview with its first sentence', () => {
    const overview = guidesPage(GUIDES, published);
    expect(overview).toContain('<a href="/docs/buyers">For buyers</a></dt><dd>Check &amp; pay.</dd>');
    expect(overview).not.toContain('More follows');
  });
});

it('a cell without words heads nothing', () => {
  const guide = { name: 'rows', markdown: '# Rows\n\n| | A |\n|---|---|\n| b | 1 |\n' };
  const html = guidePage(guide, [guide], published);
  expect(html).toContain('<tr><td></td><th scope="col">A</th></tr>');
  expect(html).not.toMatch(/<th[^>]*><\/th>/);
});
