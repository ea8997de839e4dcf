/** mujoco.sensor.touch_grid: contact forces at a site, accumulated by direction in a grid of angles.
 *
 *  (MuJoCo: plugin/sensor/README.md) */
import { atan2 } from '../math/elementary/arc.ts';
import { pow } from '../math/elementary/exp.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { norm3, sub3 } from '../math/vec3.ts';
import type { Data } from '../model/data.ts';
import { ObjType, SensorType, Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import type { PluginConfig } from '../plugin/config.ts';
import type { SensorPlugin } from '../plugin/plugin.ts';
import { contactForce } from '../query/force.ts';

interface Grid {
  readonly sensors: readonly number[];
  readonly channels: number;
  /** Bounds of the cells: angles to the right and upward. */
  readonly xEdges: Float64Array;
  readonly yEdges: Float64Array;
}

const DEFAULT_CHANNELS = 1;

export const touchGrid: SensorPlugin<Grid> = {
  name: 'mujoco.sensor.touch_grid',
  kind: 'sensor',
  attributes: { nchannel: 'number', size: 'numbers', fov: 'numbers', gamma: 'number' },
  stage: Stage.ACC,

  check(config) {
    const channels = channelsOf(config);
    const size = config.numbers('size');
    const fov = config.numbers('fov');
    const gamma = config.number('gamma');
    const whole = (n: number) => Number.isInteger(n) && n > 0;
    if (!whole(channels) || channels > 6) return `nchannel: expected 1 to 6, found ${config.text('nchannel')}`;
    if (size.length !== 2 || !size.every(whole)) return `size: expected two counts, found '${config.text('size')}'`;
    if (fov.length !== 2) return `fov: expected two angles, found '${config.text('fov')}'`;
    if (!(fov[0] > 0 && fov[0] <= 180)) return `fov: expected a width above 0 and up to 180 degrees, found ${fov[0]}`;
    if (!(fov[1] > 0 && fov[1] <= 90)) return `fov: expected a height above 0 and up to 90 degrees, found ${fov[1]}`;
    return gamma >= 0 && gamma <= 1 ? undefined : `gamma: expected 0 to 1, found ${gamma}`;
  },

  dim: (config) => channelsOf(config) * config.numbers('size').reduce((product, n) => product * n, 1),

  init(m, _d, { id, config }) {
    const sensors = [...m.sensor_plugin.keys()].filter(
      (i) => m.sensor_type[i] === SensorType.PLUGIN && m.sensor_plugin[i] === id,
    );
    if (sensors.some((i) => m.sensor_objtype[i] !== ObjType.SITE)) throw new Error('expected a site as object');
    const [width, height] = config.numbers('size');
    const [right, up] = config.numbers('fov');
    const gamma = config.number('gamma');
    const channels = channelsOf(config);
    return { sensors, channels, xEdges: edges(width, right, gamma), yEdges: edges(height, up, gamma) };
  },

  compute(m, d, { data }) {
    for (const i of data.sensors) computeSensor(m, d, i, data);
  },
};

function channelsOf(config: PluginConfig): number {
  return config.number('nchannel') || DEFAULT_CHANNELS;
}

/** Bounds of n cells from -fov to fov. With gamma the middle ones are smaller: gamma x^5 + (1 - gamma) x. */
function edges(n: number, fov: number, gamma: number): Float64Array {
  const result = new Float64Array(n + 1);
  let x = -1;
  for (let k = 0; k <= n; k++) {
    result[k] = (gamma === 0 ? x : gamma * pow(x, 5) + (1 - gamma) * x) * ((fov * Math.PI) / 180);
    x += 2 / n;
  }
  return result;
}

const inWorld = new Float64Array(3);
const point = new Float64Array(3);
const force = new Float64Array(6);
const local = new Float64Array(6);

function computeSensor(m: Model, d: Data, i: number, grid: Grid): void {
  const { channels, xEdges, yEdges } = grid;
  const out = d.sensordata.subarray(m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]);
  const width = xEdges.length - 1;
  const cells = width * (yEdges.length - 1);
  const site = m.sensor_objid[i];
  const weld = m.body_weldid[m.body_weldid[m.site_bodyid[site]]];
  out.fill(0);
  for (let c = 0; c < d.ncon; c++) {
    const bodies = [contactGeomBody(m, d, c, 0), contactGeomBody(m, d, c, 1)];
    if (!bodies.some((body) => body >= 0 && m.body_weldid[body] === weld)) continue;
    const cell = contactCell(d, c, site, grid);
    if (cell < 0) continue;
    // forces point from the smaller to the larger body
    forceAtSite(m, d, c, site, weld < Math.max(...bodies) ? -1 : 1);
    for (let k = 0; k < channels; k++) out[k * cells + cell] += local[k];
  }
}

/** Body of a geom in a contact; -1 for a flex. */
function contactGeomBody(m: Model, d: Data, c: number, side: number): number {
  const g = d.contact_geom[2 * c + side];
  return g < 0 ? -1 : m.geom_bodyid[g];
}

/** Cell of a contact; -1 outside the grid. The site looks along its negative z axis. */
function contactCell(d: Data, c: number, site: number, { xEdges, yEdges }: Grid): number {
  sub3(inWorld, 0, d.contact_pos, 3 * c, d.site_xpos, 3 * site);
  mulMatTVec3(point, 0, d.site_xmat, 9 * site, inWorld, 0);
  const [x, y, z] = point;
  point[1] = 0;
  const column = intervalOf(xEdges, atan2(x, -z));
  const row = intervalOf(yEdges, atan2(y, norm3(point, 0)));
  return column < 0 || row < 0 ? -1 : row * (xEdges.length - 1) + column;
}

/** Index of the interval that contains a value, -1 if none. */
function intervalOf(bounds: Float64Array, x: number): number {
  const above = bounds.findIndex((bound) => x <= bound);
  return above <= 0 ? -1 : above - 1;
}

/** local = force and torque of a contact in the frame of the site, each with its z component first */
function forceAtSite(m: Model, d: Data, c: number, site: number, sign: number): void {
  contactForce(m, d, c, force);
  for (let part = 0; part < 6; part += 3) {
    mulMatTVec3(inWorld, 0, d.contact_frame, 9 * c, force, part);
    mulMatTVec3(point, 0, d.site_xmat, 9 * site, inWorld, 0);
    local[part] = sign * point[2];
    local[part + 1] = sign * point[0];
    local[part + 2] = sign * point[1];
  }
}
