import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { form } from '../declare.ts';
import { bazaarOf } from './bazaar.ts';

describe.each(
  catalogue.products.flatMap((product) =>
    product.forms.map((form) => ({ name: `${form.method} ${product.path}`, product, form })),
  ),
)('$name', ({ product, form }) => {
  const declared = bazaarOf(product, form);

  it('passes the official validators', () => {
    expect(validateDiscoveryExtension(declared as never)).toEqual({ valid: true });
    expect(validateDiscoveryExtensionSpec(declared as never)).toMatchObject({ valid: true });
  });

  it('shows a call that the route accepts', () => {
    const { body, queryParams } = (declared.info as { input: { body?: unknown; queryParams?: unknown } })
      .input;
    expect(form.input.safeParse(body ?? queryParams ?? {}).success).toBe(true);
  });

  it('is small enough to stand in a header', () => {
    expect(JSON.stringify(declared).length).toBeLessThan(1_500);
  });
});

it('shows the query of a GET that cannot do without one', () => {
  const asking = form({
    ...{
      method: 'GET',
      summary: 's',
      input: z.strictObject({ unit: z.string() }),
      example: { unit: 'call' },
    },
    run: () => ({}),
  });
  const { info } = bazaarOf({ ...catalogue.products[0]!, forms: [asking] }, asking);
  expect(info).toMatchObject({ input: { method: 'GET', queryParams: { unit: 'call' } } });
});
