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
// the camera is at height 3 and sees the ground 2.49 high; the site is at x = 0.8
const site = 15 * 40 + Math.round(20 + (0.8 / 2.9) * 1.2071 * 30);
// only a spotlight from a height of two meters: its intensity in the center, at 0.4 and beyond its cutoff
const beam =
  modelFromXml(`<mujoco><visual><headlight active="0"/></visual><asset><material name="chalk" specular="0" rgba="1 1 1 1"/></asset>
  <worldbody><light pos="0 0 2" dir="0 0 -1" exponent="7" cutoff="20" attenuation=".8 .3 .2" diffuse=".9 .9 .9" ambient=".1 0 0"/>
  <camera pos="0 0 2" fovy="60"/><geom type="plane" size="3 3 .1" material="chalk"/></worldbody></mujoco>`);
const lit = new Data(beam);
forward(beam, lit);
const lamp = new Renderer(beam, { width: 41, height: 41 });
lamp.update(lit, 0);
const seen = lamp.render();
// 41 rows show 4 tan(30) meters, seen from a height of two meters
const column = (x) => 20 + Math.round((41 * x) / (4 * Math.tan(Math.PI / 6)));
const meters = (c) => ((c - 20) * 4 * Math.tan(Math.PI / 6)) / 41;
const strength = (x) => {
  const far = Math.hypot(2, x);
  const cosine = 2 / far;
  return (cosine ** 7 / (0.8 + 0.3 * far + 0.2 * far * far)) * 255 * (0.9 * cosine + 0.1);
};
const off = (c) => seen[3 * (20 * 41 + c)] - strength(meters(c));
report({
  beam: [20, column(0.2), column(0.4), column(0.6)].map((c) => Math.abs(off(c)) < 1.5),
  green: seen[3 * (20 * 41 + 20) + 1] < seen[3 * (20 * 41 + 20)],
  beyond: seen[3 * (20 * 41 + column(0.9))],
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
