/** Sensors: the objects they look at, how many numbers they give, and at which stage they can be computed. */

import { ConDataField, DataType, ObjType, RayDataField, SensorType } from '../../core/model/enums.ts';
import { FRAMES, type SensorNameOf, sensorName, sensorRow } from '../../core/model/sensors.ts';
import type { Plugin } from '../../core/plugin/plugin.ts';
import { pluginAt } from '../../core/plugin/registry.ts';
import type { Place } from '../../formats/xml/place.ts';
import { checkUser } from '../limits.ts';
import type { ActuatorNode, CameraNode, GeomNode, MeshNode, Scene, SensorNode } from '../scene.ts';
import { MAX_SAMPLES } from './actuator.ts';
import { countOf } from './plugin.ts';
import { checkSensorObjects } from './sensorRules.ts';

export function compileSensors(scene: Scene): void {
  for (const sensor of scene.sensors) compileSensor(scene, sensor);
}

function compileSensor(scene: Scene, node: SensorNode): void {
  const { spec } = node;
  const { report } = scene;
  checkUser(report, spec, spec.userdata, scene.user.sensor);
  checkNumbers(scene, node);
  if (!resolveObjects(scene, node)) return;
  const row = sensorRow(spec.type);
  node.datatype = spec.type === SensorType.USER ? spec.datatype : row.datatype;
  node.needstage = spec.type === SensorType.USER ? spec.needstage : row.stage;
  if (node.plugin) readPlugin(scene, node, pluginAt(node.plugin.slot));
  if (!checkSensorObjects(scene, node)) return;
  node.dim = dimension(node);
  // pixels of a camera whose resolution is negative in one direction
  if (node.dim < 0) report.problem(spec, undefined, `a sensor has at least 0 numbers, found ${node.dim}`);
  if (node.dim > MAX_DIM) report.problem(spec, undefined, `at most ${MAX_DIM} numbers per sensor, found ${node.dim}`);
  const unit = node.datatype === DataType.QUATERNION || node.datatype === DataType.AXIS;
  if (spec.cutoff > 0 && unit && spec.type !== SensorType.GEOMNORMAL) {
    report.problem(spec, 'cutoff', 'unit vectors and quaternions cannot be cut off');
  }
}

function readPlugin(scene: Scene, node: SensorNode, plugin: Plugin): void {
  if (plugin.kind !== 'sensor') return;
  node.needstage = plugin.stage;
  node.dim = countOf(scene, node.spec.place, `plugin '${plugin.name}': dim`, plugin.dim(node.plugin!.config));
}

const MAX_DIM = 1 << 24;

function checkNumbers(scene: Scene, { spec }: SensorNode): void {
  const { report } = scene;
  const [period, phase] = spec.interval;
  if (spec.noise < 0) report.problem(spec, 'noise', `cannot be negative, found ${spec.noise}`);
  if (spec.cutoff < 0) report.problem(spec, 'cutoff', `cannot be negative, found ${spec.cutoff}`);
  if (period < 0) report.problem(spec, 'interval', `the period cannot be negative, found ${period}`);
  if (phase > 0) report.problem(spec, 'interval', `the phase cannot be positive, found ${phase}`);
  if (period > 0 && phase <= -period)
    report.problem(spec, 'interval', 'the phase must be greater than minus the period');
  if (spec.delay > 0 && spec.nsample <= 0) report.problem(spec, 'delay', 'a delay needs a history: nsample > 0');
  if (spec.nsample > MAX_SAMPLES) report.problem(spec, 'nsample', `at most ${MAX_SAMPLES}, found ${spec.nsample}`);
}

function resolveObjects(scene: Scene, node: SensorNode): boolean {
  const { spec } = node;
  const { report } = scene;
  if (spec.objtype !== ObjType.UNKNOWN) {
    const obj = find(scene, node, spec.objtype, spec.objname, 'objname');
    if (!obj) return false;
    node.obj = obj;
  } else if (!sensorRow(spec.type).objects.includes(ObjType.UNKNOWN)) {
    report.problem(spec, undefined, 'the sensor needs an object to look at');
    return false;
  }
  if (spec.reftype !== ObjType.UNKNOWN) {
    const ref = find(scene, node, spec.reftype, spec.refname, 'refname');
    if (!ref) return false;
    node.ref = ref;
    if (spec.type !== SensorType.PLUGIN && !FRAMES.includes(spec.reftype)) {
      report.problem(spec, 'reftype', 'the reference must be a body, xbody, geom, site or camera');
      return false;
    }
  }
  return true;
}

function find(scene: Scene, { spec }: SensorNode, type: ObjType, name: string, attribute: string) {
  if (name === '') {
    scene.report.problem(spec, attribute, 'the name of the object is missing');
    return undefined;
  }
  const found = scene.names.find(type, name);
  if (!found) {
    scene.report.problem(spec, attributeOf(spec.place, attribute), scene.names.missing(type, name));
    return undefined;
  }
  if (type === ObjType.GEOM) (found as unknown as GeomNode).visual = false;
  if (type === ObjType.MESH) (found as unknown as MeshNode).visual = false;
  return found;
}

const OBJECT_ATTRIBUTES = [
  'objname',
  'site',
  'joint',
  'tendon',
  'actuator',
  'body',
  'body1',
  'geom1',
  'camera',
  'subtree1',
];

/** The attribute that names the object: its name depends on the sensor. */
function attributeOf(place: Place, attribute: string): string {
  if (place.attributePosition(attribute)) return attribute;
  const candidates =
    attribute === 'refname' ? ['body2', 'geom2', 'subtree2', 'camera', 'refname', 'geom'] : OBJECT_ATTRIBUTES;
  return candidates.find((a) => place.attributePosition(a)) ?? attribute;
}

/** Numbers per field of a contact sensor. */
export const CONTACT_FIELDS: Readonly<Record<ConDataField, number>> = {
  [ConDataField.FOUND]: 1,
  [ConDataField.FORCE]: 3,
  [ConDataField.TORQUE]: 3,
  [ConDataField.DIST]: 1,
  [ConDataField.POS]: 3,
  [ConDataField.NORMAL]: 3,
  [ConDataField.TANGENT]: 3,
};
/** Numbers per field of a rangefinder. */
export const RAY_FIELDS: Readonly<Record<RayDataField, number>> = {
  [RayDataField.DIST]: 1,
  [RayDataField.DIR]: 3,
  [RayDataField.ORIGIN]: 3,
  [RayDataField.POINT]: 3,
  [RayDataField.NORMAL]: 3,
  [RayDataField.DEPTH]: 1,
};

/** How many numbers the fields of a contact, or of a ray, have that these bits name. */
export function fieldsSize(bits: number, sizes: Readonly<Record<number, number>>): number {
  return Object.entries(sizes).reduce((n, [field, size]) => n + ((bits >> Number(field)) & 1) * size, 0);
}

const outputs = ({ obj }: SensorNode) => (obj as ActuatorNode).outnum;

/** How many numbers the sensors give whose row does not say it. */
const OWN_DIM: Readonly<Record<SensorNameOf<{ dim: 0 }>, (node: SensorNode) => number>> = {
  USER: ({ spec }) => spec.dim,
  CONTACT: ({ spec }) => spec.intprm[2] * fieldsSize(spec.intprm[0], CONTACT_FIELDS),
  // three numbers per vertex
  TACTILE: ({ obj }) => (obj as MeshNode).data?.vert.length ?? 0,
  RANGEFINDER({ spec, obj }) {
    const size = fieldsSize(spec.intprm[0], RAY_FIELDS);
    if (spec.objtype !== ObjType.CAMERA) return size;
    const [width, height] = (obj as CameraNode).spec.resolution;
    return size * width * height;
  },
  ACTUATORPOS: outputs,
  ACTUATORVEL: outputs,
  ACTUATORFRC: outputs,
  // as its plugin has said
  PLUGIN: ({ dim }) => dim,
};

function dimension(node: SensorNode): number {
  const { type } = node.spec;
  return sensorRow(type).dim || OWN_DIM[sensorName(type) as SensorNameOf<{ dim: 0 }>](node);
}
