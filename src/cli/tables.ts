/** Plain text for a terminal: columns and bars, nothing that needs colour to be read. */

export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const isNumber = (text: string) => /^\$?\d/.test(text);
  return all.map((row) =>
    row
      .map((cell, i) =>
        i > 0 && rows.every((each) => isNumber(each[i] ?? ''))
          ? cell.padStart(widths[i]!)
          : cell.padEnd(widths[i]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

const WIDTH = 40;

/** One bar a value, the longest of all at full width; what is not zero shows. */
export function bars(
  values: readonly { readonly label: string; readonly value: number; readonly text: string }[],
): string[] {
  if (values.length === 0) return ['  nothing yet'];
  const most = Math.max(...values.map(({ value }) => value), 1);
  return values.map(({ label, value, text }) => {
    const length = value === 0 ? 0 : Math.max(1, Math.round((value / most) * WIDTH));
    return `  ${label}  ${'█'.repeat(length).padEnd(WIDTH)}  ${text}`;
  });
}
