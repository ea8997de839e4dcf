/** What happens to the page from outside: its size, its theme, files that are dropped on it. */
import { filesOfDrop } from '../load/drop.ts';
import type { View } from '../scene/view.ts';
import { byId } from './dom.ts';

/** Keep the picture as large as its place. */
export function watchSize(view: View): void {
  const host = byId('stage');
  const resize = () =>
    view.resize(Math.max(1, host.clientWidth), Math.max(1, host.clientHeight), Math.min(2, devicePixelRatio));
  new ResizeObserver(resize).observe(host);
  resize();
}

export function watchTheme(view: View): void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const set = () => {
    view.dark = query.matches;
  };
  query.addEventListener('change', set);
  set();
}

export function watchDrops(opened: (files: Map<string, Uint8Array>) => void): void {
  const { classList } = document.body;
  addEventListener('dragover', (event) => {
    event.preventDefault();
    classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    classList.remove('dropping');
    if (event.dataTransfer) void filesOfDrop(event.dataTransfer).then(opened);
  });
}
