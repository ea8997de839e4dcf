/** Open a URL in the user's browser, if there is a display. */
import { spawn } from 'node:child_process';

export function openBrowser(url: string): void {
  const [command, ...args] = opener(url);
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // a missing browser is not an error: the URL is printed anyway
  child.on('error', () => {});
  child.unref();
}

function opener(url: string): string[] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', url];
  const screen = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'];
  return screen && !process.env['CI'] ? ['xdg-open', url] : [];
}
