// The browser of the viewer's tests: found, or installed where that is possible, or asked for in words.
//   node scripts/browsers.mjs    prints its path
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const places = [
  process.env.TENON_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Options to start the browser with: no sandbox for root, pictures drawn by the processor. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Path of a Chromium or Chrome; installs Debian's if it may. Throws with what to do otherwise. */
export function findBrowser() {
  const found = places.find((path) => path && existsSync(path));
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install();
  const installed = places.find((path) => path && existsSync(path));
  if (installed) return installed;
  throw new Error(
    'The tests of the viewer need Chromium or Chrome. Install it (Debian, Ubuntu: `sudo apt-get install chromium`), ' +
      'or set TENON_BROWSER to the path of one.',
  );
}

function install() {
  console.log('installing chromium for the tests of the viewer ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  run(['update', '-qq']);
  run(['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(findBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
