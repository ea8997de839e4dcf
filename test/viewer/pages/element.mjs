import { modelFromXml, prepare } from 'tenon';
// imported for its side effect, which a bundler must keep
import 'tenon/viewer';
import { ball } from './ball.mjs';

async function run() {
  await prepare();
  return { registered: typeof customElements.get('tenon-viewer'), model: String(modelFromXml(ball)).split(',')[0] };
}

run().then(report, (error) => report(String(error.stack)));
