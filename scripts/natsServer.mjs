// The NATS server for tests: found, or installed where that is possible, or asked for in words.
import { existsSync } from 'node:fs';
import { install } from './browsers.mjs';

const places = [
  '/usr/sbin/nats-server',
  '/usr/bin/nats-server',
  '/usr/local/bin/nats-server',
  '/opt/homebrew/bin/nats-server',
];

/** Path of the server; installs Debian's if it may. Throws with what to do otherwise. */
export function findNatsServer() {
  const find = () => [process.env.TENON_NATS_SERVER, ...places].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    install('nats-server');
  const installed = find();
  if (installed) return installed;
  throw new Error(
    'The tests of clusters need nats-server. Install it (Debian, Ubuntu: `sudo apt-get install nats-server`), ' +
      'or set TENON_NATS_SERVER to the path of one.',
  );
}
