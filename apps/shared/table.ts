/** Tables for the terminal. */

export type Cell = string | number;

/** Rows as aligned text under a header; numbers are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(show))];
  // the maximum number of call arguments is smaller than the number of rows
  const widths = head.map((_, k) => cells.reduce((width, row) => Math.max(width, row[k]!.length), 0));
  const numeric = head.map((_, k) => rows.length > 0 && rows.every((row) => typeof row[k] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, k) => (numeric[k] ? cell.padStart(widths[k]!) : cell.padEnd(widths[k]!)))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((w) => '─'.repeat(w)).join('  '), ...cells.slice(1).map(line)].join('\n');
}

/** A number with six significant digits; text as it is. */
function show(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(6)));
}

/** Values as a row of bars, scaled between their extremes. */
export function sparkline(values: readonly number[], width: number): string {
  const bars = '▁▂▃▄▅▆▇█';
  const columns = Math.min(width, values.length);
  const picked = Array.from({ length: columns }, (_, k) => values[Math.floor((k * values.length) / columns)]!);
  const low = Math.min(...picked);
  const high = Math.max(...picked);
  const step = high > low ? (bars.length - 1) / (high - low) : 0;
  return picked.map((v) => bars[Math.round((v - low) * step)]).join('');
}
