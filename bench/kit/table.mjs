// Plain tables for the terminal and for the README.

/** Rows of cells as aligned text; the first row is the header. Numbers are right-aligned. */
export function textTable(rows) {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => String(row[k] ?? '').length)));
  const right = rows[0].map((_, k) => rows.slice(1).every((row) => /^[-\d.]/.test(String(row[k] ?? '-'))));
  const line = (row) =>
    row
      .map((cell, k) => pad(String(cell ?? ''), widths[k], right[k]))
      .join('  ')
      .trimEnd();
  return [line(rows[0]), widths.map((w) => '-'.repeat(w)).join('  '), ...rows.slice(1).map(line)].join('\n');
}

function pad(text, width, right) {
  return right ? text.padStart(width) : text.padEnd(width);
}

/** Three significant digits, without exponents. */
export function short(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
}
