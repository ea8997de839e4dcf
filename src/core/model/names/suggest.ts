/** The name most similar to a misspelled one. */

/** Nearest candidate by edit distance, or undefined if none is close. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > 60) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ` (did you mean 'x'?)`, or an empty string. */
export function suggestion(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`;
}

/** Number of names that a message lists. */
const MAX_LISTED = 8;

/** ` (did you mean 'x'?)`, or the first names if none is close. */
export function suggestionOrNames(name: string, candidates: readonly string[]): string {
  const near = suggestion(name, candidates);
  if (near !== '' || candidates.length === 0) return near || '. The model has none with a name';
  const rest = candidates.length - MAX_LISTED;
  const listed = candidates.slice(0, MAX_LISTED).map((other) => `'${other}'`);
  return `. The model has ${listed.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** Edit distance of a and b: insertions, deletions, replacements and swaps of neighbors; stops counting at `bound`. */
function editDistance(a: string, b: string, bound: number): number {
  let previous: number[] = [];
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    before = previous;
    previous = row;
    row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= bound) return bound;
  }
  return row[b.length];
}
