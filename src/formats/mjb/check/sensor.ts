/** Sensors: objects and dimensions; histories of sensors and actuators. */
import {
  ConDataField,
  ContactReduction,
  GeomType,
  JointType,
  ObjType,
  RayDataField,
  SensorType,
} from '../../../core/model/enums.ts';
import { INTERPOLATIONS } from '../../../core/model/fields/content/relation.ts';
import type { Model } from '../../../core/model/model.ts';
import { countObjects } from '../../../core/model/names/names.ts';
import { FRAMES, type SensorRow, sensorRow } from '../../../core/model/sensors.ts';
import { expectPacked, expectValue, expectWithin, fail, Packing } from './expect.ts';

/** Maximum number of samples in a history. */
const MAX_SAMPLES = 1 << 24;
const NSENS = 3;

/** Values per field of a contact, and of a ray. */
const CONTACT_FIELDS: readonly number[] = [1, 3, 3, 1, 3, 3, 3];
const RAY_FIELDS: readonly number[] = [1, 3, 3, 3, 3, 1];

export function checkSensors(m: Model): void {
  const { nsensor, sensor_type, sensor_dim, sensor_needstage } = m;
  expectPacked('sensor_adr', m.sensor_adr, 'sensor_dim', sensor_dim, 'nsensordata', m.nsensordata);
  for (let i = 0; i < nsensor; i++) {
    const type = sensor_type[i] as SensorType;
    const row = sensorRow(type);
    checkObjects(m, i, type, row);
    if (isOwn(type)) continue;
    expectValue('sensor_needstage', sensor_needstage, i, row.stage, 'by its type');
    const dim = row.dim || ownDim(m, i, type);
    expectValue('sensor_dim', sensor_dim, i, dim, 'by its type');
  }
}

/** Whether a user callback or plugin computes the sensor. */
function isOwn(type: SensorType): boolean {
  return type === SensorType.USER || type === SensorType.PLUGIN;
}

function checkObjects(m: Model, i: number, type: SensorType, row: SensorRow): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid, sensor_plugin } = m;
  if (!row.objects.includes(sensor_objtype[i] as ObjType)) {
    fail('sensor_objtype', i, `one of ${row.objects.join(', ')}`, sensor_objtype[i]);
  }
  expectObject(m, 'sensor_objid', sensor_objid, i, sensor_objtype[i], isOwn(type));
  const references = referenceTypes(type, row);
  if (!references.includes(sensor_reftype[i])) {
    fail('sensor_reftype', i, `one of ${references.join(', ')}`, sensor_reftype[i]);
  }
  expectObject(m, 'sensor_refid', sensor_refid, i, sensor_reftype[i], isOwn(type));
  if (type === SensorType.PLUGIN && sensor_plugin[i] < 0) fail('sensor_plugin', i, 'a plugin', sensor_plugin[i]);
  checkNeeds(m, i, row);
}

/** An object of a given kind, or none if the kind is UNKNOWN; `optional`: may also be missing for other kinds. */
function expectObject(m: Model, field: string, ids: Int32Array, i: number, kind: number, optional: boolean): void {
  if (kind === ObjType.UNKNOWN) expectValue(field, ids, i, -1, 'as it has no kind');
  else expectWithin(field, ids, i, optional ? -1 : 0, kind === ObjType.DOF ? m.nv : countObjects(m, kind as ObjType));
}

const ANYTHING: readonly number[] = Object.values(ObjType);

/** Kinds of the second object. */
function referenceTypes(type: SensorType, { form }: SensorRow): readonly number[] {
  const { UNKNOWN, BODY, XBODY, GEOM, SITE, CAMERA } = ObjType;
  switch (type) {
    case SensorType.CAMPROJECTION:
      return [CAMERA];
    case SensorType.INSIDESITE:
      return [SITE];
    case SensorType.TACTILE:
      return [GEOM];
    case SensorType.CONTACT:
      return [UNKNOWN, BODY, XBODY, GEOM];
    case SensorType.USER:
    case SensorType.PLUGIN:
      return ANYTHING;
  }
  if (form === 'pair') return [BODY, GEOM];
  return form === 'relative' || form === 'frame' ? [UNKNOWN, ...FRAMES] : [UNKNOWN];
}

function checkNeeds(m: Model, i: number, { need, form }: SensorRow): void {
  const { sensor_objid, sensor_objtype, sensor_refid, sensor_reftype, jnt_type, geom_type } = m;
  const joint = sensor_objtype[i] === ObjType.JOINT ? jnt_type[sensor_objid[i]] : -1;
  if (need === 'scalar' && joint !== JointType.HINGE && joint !== JointType.SLIDE) {
    fail('sensor_objid', i, 'a hinge or a slide', sensor_objid[i]);
  }
  if (need === 'ball' && joint !== JointType.BALL) fail('sensor_objid', i, 'a ball joint', sensor_objid[i]);
  if (form !== 'pair') return;
  const flat = (kind: number, id: number) => kind === ObjType.GEOM && geom_type[id] === GeomType.HFIELD;
  if (flat(sensor_objtype[i], sensor_objid[i])) fail('sensor_objid', i, 'no height field', sensor_objid[i]);
  if (flat(sensor_reftype[i], sensor_refid[i])) fail('sensor_refid', i, 'no height field', sensor_refid[i]);
}

/** Dimension of a sensor that its type alone does not determine. */
function ownDim(m: Model, i: number, type: SensorType): number {
  const { sensor_objid, sensor_objtype, sensor_intprm, cam_resolution } = m;
  const id = sensor_objid[i];
  if (type === SensorType.TACTILE) return 3 * m.mesh_vertnum[id];
  if (type === SensorType.CONTACT) {
    checkFields(m, i, Object.keys(ConDataField).length);
    const reductions = Object.keys(ContactReduction).length;
    expectWithin('sensor_intprm', sensor_intprm, NSENS * i + 1, 0, reductions);
    expectWithin('sensor_intprm', sensor_intprm, NSENS * i + 2, 1, m.nsensordata + 1);
    return sensor_intprm[NSENS * i + 2] * fieldsSize(sensor_intprm[NSENS * i], CONTACT_FIELDS);
  }
  if (type !== SensorType.RANGEFINDER) return m.actuator_outnum[id];
  checkFields(m, i, Object.keys(RayDataField).length);
  const size = fieldsSize(sensor_intprm[NSENS * i], RAY_FIELDS);
  if (sensor_objtype[i] !== ObjType.CAMERA) return size;
  expectWithin('cam_resolution', cam_resolution, 2 * id, 0, m.nsensordata + 1);
  expectWithin('cam_resolution', cam_resolution, 2 * id + 1, 0, m.nsensordata + 1);
  return size * cam_resolution[2 * id] * cam_resolution[2 * id + 1];
}

function checkFields(m: Model, i: number, fields: number): void {
  expectWithin('sensor_intprm', m.sensor_intprm, NSENS * i, 1, 1 << fields);
}

function fieldsSize(bits: number, sizes: readonly number[]): number {
  return sizes.reduce((n, size, field) => n + ((bits >> field) & 1) * size, 0);
}

/** History buffers: first those of actuators, then those of sensors. */
export function checkHistories(m: Model): void {
  const { nactuator, nsensor, sensor_dim, actuator_history, sensor_history } = m;
  const data = new Packing('nhistory', m.nhistory);
  for (let i = 0; i < nactuator; i++) {
    const n = samples('actuator_history', actuator_history, i);
    if (n > 0 && m.actuator_ctrlnum[i] === 0) fail('actuator_history', 2 * i, '0, because there is no input', n);
    addHistory(data, 'actuator_historyadr', m.actuator_historyadr, i, 'actuator_history', n && 2 + 2 * n);
  }
  for (let i = 0; i < nsensor; i++) {
    const n = samples('sensor_history', sensor_history, i);
    addHistory(data, 'sensor_historyadr', m.sensor_historyadr, i, 'sensor_history', n && 2 + n + n * sensor_dim[i]);
  }
  data.finish();
}

/** Number of samples of a history; negative values mean none, as in MJCF. */
function samples(field: string, history: Int32Array, i: number): number {
  expectWithin(field, history, 2 * i, -MAX_SAMPLES, MAX_SAMPLES + 1);
  expectWithin(field, history, 2 * i + 1, 0, INTERPOLATIONS.length);
  return Math.max(0, history[2 * i]);
}

function addHistory(data: Packing, field: string, adrs: Int32Array, i: number, count: string, length: number): void {
  data.add(field, adrs, i, count, length);
  if (length === 0) expectValue(field, adrs, i, -1, 'as it has no history');
}
