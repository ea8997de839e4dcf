/** Entry point of the page. `tenon` in the browser console is the running viewer. */
import { App } from './app.ts';
import { listenToKeys } from './keys.ts';
import { h } from './ui/dom.ts';

declare global {
  interface Window {
    tenon?: App;
  }
}

try {
  const app = new App();
  window.tenon = app;
  listenToKeys(app);
  addEventListener('hashchange', () => void app.follow(app.link()));
  // the command `tenon view` reports changed model files
  if (document.documentElement.dataset['live'] === 'yes') {
    new EventSource('/live').addEventListener('change', () => void app.reload());
  }
  await app.follow(app.link());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(h('p', { class: 'fatal', role: 'alert' }, `The viewer could not start: ${reason}`));
  throw error;
}
