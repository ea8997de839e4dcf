/** Many sliders: in groups by the prefix of their names, with a search field. */
import { h } from './dom.ts';
import type { slider } from './section.ts';

export interface NamedSlider {
  name: string;
  row: ReturnType<typeof slider>;
}

/** Up to this many sliders are a plain list. */
const MAX_UNGROUPED = 12;

/** The sliders as elements: a list, or a search field and groups that fold. */
export function sliderList(sliders: readonly NamedSlider[], what: string): HTMLElement[] {
  if (sliders.length <= MAX_UNGROUPED) return sliders.map(({ row }) => row);
  const groups = groupByPrefix(sliders.map(({ name }) => name)).map(({ title, members }, k) => {
    const rows = members.map((i) => sliders[i]!);
    const element = h(
      'details',
      { class: 'group', open: k === 0 },
      h(
        'summary',
        {},
        title.charAt(0).toUpperCase() + title.slice(1),
        h('small', { class: 'badge' }, String(rows.length)),
      ),
      ...rows.map(({ row }) => row),
    );
    return { element, rows };
  });
  const none = h('p', { class: 'hint', hidden: true, role: 'status' }, `No ${what} has this in its name.`);
  const input = h('input', {
    type: 'search',
    placeholder: `Search ${sliders.length} ${what}s`,
    aria: { label: `Search ${what}s` },
    on: { input: () => filter(input.value) },
  });
  let openBefore: boolean[] | undefined;
  const filter = (text: string) => {
    const query = text.trim().toLowerCase();
    if (query !== '') openBefore ??= groups.map(({ element }) => element.open);
    let found = 0;
    groups.forEach(({ element, rows }, k) => {
      const matches = rows.filter(({ name, row }) => {
        row.hidden = !name.toLowerCase().includes(query);
        return !row.hidden;
      });
      found += matches.length;
      element.hidden = matches.length === 0;
      element.open = query === '' ? (openBefore?.[k] ?? element.open) : true;
    });
    if (query === '') openBefore = undefined;
    none.hidden = found > 0;
  };
  return [input, none, ...groups.map(({ element }) => element)];
}

export interface PrefixGroup {
  title: string;
  /** Indices of the names. */
  members: number[];
}

/** Groups of names with the same first word after the common prefix: `left_hip`, `left_knee`; `FFJ1`, `FFJ2`. Words that occur once are in
 *  a group `Other` at the end. */
export function groupByPrefix(names: readonly string[]): PrefixGroup[] {
  const common = commonPrefix(names);
  const groups = new Map<string, number[]>();
  names.forEach((name, i) => {
    const word = firstWord(name.slice(common.length));
    groups.set(word, [...(groups.get(word) ?? []), i]);
  });
  const large = [...groups].filter(([, members]) => members.length > 1);
  const single = [...groups].flatMap(([, members]) => (members.length > 1 ? [] : members));
  const result = large.map(([title, members]) => ({ title, members }));
  return single.length > 0 ? [...result, { title: result.length > 0 ? 'Other' : 'All', members: single }] : result;
}

/** The words that all names start with. */
function commonPrefix(names: readonly string[]): string {
  let prefix = names[0] ?? '';
  for (const name of names) while (!name.startsWith(prefix)) prefix = prefix.slice(0, -1);
  return /^.*[_/\-. ]/.exec(prefix)?.[0] ?? '';
}

/** Up to a separator; otherwise the letters before a number, otherwise everything. */
function firstWord(text: string): string {
  return /^[^_/\-. ]+(?=[_/\-. ])/.exec(text)?.[0] ?? /^\D+(?=\d)/.exec(text)?.[0] ?? text;
}
