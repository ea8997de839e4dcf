/** Open an address in the user's browser, if there is a screen. */
import { spawn } from 'node:child_process';

export function openBrowser(url: string): void {
  const [command, ...args] = opener(url);
  if (command === undefined) return;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  // no browser is no reason to stop: the address is printed anyway
  child.on('error', () => {});
  child.unref();
}

function opener(url: string): string[] {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', url];
  const screen = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'];
  return screen && !process.env['CI'] ? ['xdg-open', url] : [];
}
