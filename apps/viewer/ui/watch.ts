/** Handles files dropped on the page. */
import { filesOfDrop } from '../inputs/drop.ts';

export function watchDrops(opened: (files: Map<string, Uint8Array>) => void, failed: (error: Error) => void): void {
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
    if (event.dataTransfer) filesOfDrop(event.dataTransfer).then(opened, failed);
  });
}
