import { Data, forward, modelFromXml, ObjType, prepare } from 'tenon';
import { Renderer } from 'tenon/viewer';
import { ball } from './ball.mjs';

await prepare();
const model = modelFromXml(ball.replace('</worldbody>', '<site pos=".8 0 .1" size=".1"/></worldbody>'));
const data = new Data(model);
forward(model, data);
const renderer = new Renderer(model, { width: 40, height: 30 });
renderer.update(data, 'top');
const rgb = renderer.render();
const depth = renderer.depth();
const pairs = renderer.segmentation();
const middle = 15 * 40 + 20;
const pair = (i) => [pairs[2 * i], pairs[2 * i + 1]];
// the camera is 3 above the ground and sees it 2.49 high; the site lies at x = 0.8
const site = 15 * 40 + Math.round(20 + (0.8 / 2.9) * 1.2071 * 30);
report({
  sizes: [rgb.length, depth.length, pairs.length],
  orange: rgb[3 * middle] > rgb[3 * middle + 2],
  // the camera is at 3, the top of the ball at 0.8
  nearest: Number(depth[middle].toFixed(2)),
  middle: pair(middle),
  ground: pair(4 * 40 + 20),
  site: pair(site)[1] === ObjType.SITE,
  nothing: pair(0),
  far: depth[0] > 10,
});
