/** Sensors: their objects, dimensions, and the stage at which they can be computed. */

import { ConDataField, DataType, ObjType, RayDataField, SensorType } from '../../core/model/enums.ts';
import { FRAMES, type SensorNameOf, sensorName, sensorRow } from '../../core/model/sensors.ts';
import type { Plugin } from '../../core/plugin/plugin.ts';
import { pluginAt } from '../../core/plugin/registry.ts';
import type { SourceLocation } from '../../formats/xml/sourceLocation.ts';
import type { ActuatorNode, CameraNode, CompileState, GeomNode, MeshNode, SensorNode } from '../compileState.ts';
import { checkUser } from '../limits.ts';
import { MAX_SAMPLES } from './actuator.ts';
import { checkValueCount } from './plugin.ts';
import { checkSensorObjects } from './sensorRules.ts';

export function compileSensors(state: CompileState): void {
  for (const sensor of state.sensors) compileSensor(state, sensor);
}

function compileSensor(state: CompileState, node: SensorNode): void {
  const { spec } = node;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.sensor);
  checkNumbers(state, node);
  if (!resolveObjects(state, node)) return;
  const row = sensorRow(spec.type);
  node.datatype = spec.type === SensorType.USER ? spec.datatype : row.datatype;
  node.needstage = spec.type === SensorType.USER ? spec.needstage : row.stage;
  if (node.plugin) readPlugin(state, node, pluginAt(node.plugin.slot));
  if (!checkSensorObjects(state, node)) return;
  node.dim = dimension(node);
  // pixels of a camera whose resolution is negative in one direction
  if (node.dim < 0) report.elementError(spec, undefined, `expected a dimension of at least 0, found ${node.dim}`);
  if (node.dim > MAX_DIM)
    report.elementError(spec, undefined, `expected a dimension of at most ${MAX_DIM}, found ${node.dim}`);
  const unit = node.datatype === DataType.QUATERNION || node.datatype === DataType.AXIS;
  if (spec.cutoff > 0 && unit && spec.type !== SensorType.GEOMNORMAL) {
    report.elementError(spec, 'cutoff', 'cutoff cannot be applied to unit vectors and quaternions');
  }
}

function readPlugin(state: CompileState, node: SensorNode, plugin: Plugin): void {
  if (plugin.kind !== 'sensor') return;
  node.needstage = plugin.stage;
  node.dim = checkValueCount(
    state,
    node.spec.location,
    `plugin '${plugin.name}': dim`,
    plugin.dim(node.plugin!.config),
  );
}

const MAX_DIM = 1 << 24;

function checkNumbers(state: CompileState, { spec }: SensorNode): void {
  const { report } = state;
  const [period, phase] = spec.interval;
  if (spec.noise < 0) report.elementError(spec, 'noise', `cannot be negative, found ${spec.noise}`);
  if (spec.cutoff < 0) report.elementError(spec, 'cutoff', `cannot be negative, found ${spec.cutoff}`);
  if (period < 0) report.elementError(spec, 'interval', `the period cannot be negative, found ${period}`);
  if (phase > 0) report.elementError(spec, 'interval', `the phase cannot be positive, found ${phase}`);
  if (period > 0 && phase <= -period)
    report.elementError(spec, 'interval', 'the phase must be greater than minus the period');
  if (spec.delay > 0 && spec.nsample <= 0) report.elementError(spec, 'delay', 'a delay needs a history: nsample > 0');
  if (spec.nsample > MAX_SAMPLES)
    report.elementError(spec, 'nsample', `expected at most ${MAX_SAMPLES}, found ${spec.nsample}`);
}

function resolveObjects(state: CompileState, node: SensorNode): boolean {
  const { spec } = node;
  const { report } = state;
  if (spec.objtype !== ObjType.UNKNOWN) {
    const obj = find(state, node, spec.objtype, spec.objname, 'objname');
    if (!obj) return false;
    node.obj = obj;
  } else if (!sensorRow(spec.type).objects.includes(ObjType.UNKNOWN)) {
    report.elementError(spec, undefined, 'the sensor needs an object');
    return false;
  }
  if (spec.reftype !== ObjType.UNKNOWN) {
    const ref = find(state, node, spec.reftype, spec.refname, 'refname');
    if (!ref) return false;
    node.ref = ref;
    if (spec.type !== SensorType.PLUGIN && !FRAMES.includes(spec.reftype)) {
      report.elementError(spec, 'reftype', 'the reference must be a body, xbody, geom, site or camera');
      return false;
    }
  }
  return true;
}

function find(state: CompileState, { spec }: SensorNode, type: ObjType, name: string, attribute: string) {
  if (name === '') {
    state.report.elementError(spec, attribute, 'the name of the object is missing');
    return undefined;
  }
  const found = state.names.find(type, name);
  if (!found) {
    state.report.elementError(spec, attributeOf(spec.location, attribute), state.names.missing(type, name));
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

/** The attribute that names the object; it depends on the sensor. */
function attributeOf(location: SourceLocation, attribute: string): string {
  if (location.attributePosition(attribute)) return attribute;
  const candidates =
    attribute === 'refname' ? ['body2', 'geom2', 'subtree2', 'camera', 'refname', 'geom'] : OBJECT_ATTRIBUTES;
  return candidates.find((a) => location.attributePosition(a)) ?? attribute;
}

/** Values per field of a contact sensor. */
export const CONTACT_FIELDS: Readonly<Record<ConDataField, number>> = {
  [ConDataField.FOUND]: 1,
  [ConDataField.FORCE]: 3,
  [ConDataField.TORQUE]: 3,
  [ConDataField.DIST]: 1,
  [ConDataField.POS]: 3,
  [ConDataField.NORMAL]: 3,
  [ConDataField.TANGENT]: 3,
};
/** Values per field of a rangefinder. */
export const RAY_FIELDS: Readonly<Record<RayDataField, number>> = {
  [RayDataField.DIST]: 1,
  [RayDataField.DIR]: 3,
  [RayDataField.ORIGIN]: 3,
  [RayDataField.POINT]: 3,
  [RayDataField.NORMAL]: 3,
  [RayDataField.DEPTH]: 1,
};

/** Total size of the fields of a contact, or of a ray, selected by bits. */
export function fieldsSize(bits: number, sizes: Readonly<Record<number, number>>): number {
  return Object.entries(sizes).reduce((n, [field, size]) => n + ((bits >> Number(field)) & 1) * size, 0);
}

const outputs = ({ obj }: SensorNode) => (obj as ActuatorNode).outnum;

/** Dimensions of sensors whose table row does not define one. */
const OWN_DIM: Readonly<Record<SensorNameOf<{ dim: 0 }>, (node: SensorNode) => number>> = {
  USER: ({ spec }) => spec.dim,
  CONTACT: ({ spec }) => spec.intprm[2] * fieldsSize(spec.intprm[0], CONTACT_FIELDS),
  // three values per vertex
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
  // defined by its plugin
  PLUGIN: ({ dim }) => dim,
};

function dimension(node: SensorNode): number {
  const { type } = node.spec;
  return sensorRow(type).dim || OWN_DIM[sensorName(type) as SensorNameOf<{ dim: 0 }>](node);
}
