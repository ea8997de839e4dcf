/** Allowed objects of each type of sensor, from the sensor table. */

import {
  ConDataField,
  ContactReduction,
  DataType,
  GeomType,
  JointType,
  ObjType,
  RayDataField,
} from '../../core/model/enums.ts';
import { type SensorNameOf, type SensorNeed, sensorName, sensorRow } from '../../core/model/sensors.ts';
import type { CameraNode, CompileState, GeomNode, JointNode, SensorNode, TendonNode } from '../compileState.ts';

const { BODY, XBODY, GEOM, SITE, UNKNOWN } = ObjType;

const WORDS = new Map(Object.entries(ObjType).map(([name, type]) => [type, name.toLowerCase()]));

/** Returns false if the sensor cannot be computed at all. */
export function checkSensorObjects(state: CompileState, node: SensorNode): boolean {
  const { spec } = node;
  const { objects } = sensorRow(spec.type);
  if (!objects.includes(spec.objtype)) {
    const words = objects.filter((type) => type !== UNKNOWN).map((type) => WORDS.get(type));
    state.report.elementError(spec, undefined, `the sensor must be attached to a ${words.join(', ')}`);
    return false;
  }
  const problem = rule(node);
  if (problem === undefined) return true;
  state.report.elementError(spec, undefined, problem);
  return false;
}

/** An error message beyond the type of the object. */
function rule(node: SensorNode): string | undefined {
  const { form, need } = sensorRow(node.spec.type);
  if (form === 'pair') return distanceRule(node);
  if (form === 'own') return OWN[sensorName(node.spec.type) as SensorNameOf<{ form: 'own' }>](node);
  return need && NEEDS[need](node);
}

const NEEDS: Readonly<Record<SensorNeed, (node: SensorNode) => string | undefined>> = {
  scalar: (node) => (isScalar(node) ? undefined : 'the joint must be a hinge or a slide'),
  ball: ({ obj }) => ((obj as JointNode).type === JointType.BALL ? undefined : 'the joint must be a ball joint'),
  limited: ({ spec, obj }) =>
    (obj as JointNode | TendonNode).limited ? undefined : `the ${WORDS.get(spec.objtype)} has no limits`,
};

const OWN: Readonly<Record<SensorNameOf<{ form: 'own' }>, (node: SensorNode) => string | undefined>> = {
  CAMPROJECTION({ ref }) {
    const resolution = (ref as CameraNode | null)?.spec.resolution;
    return resolution?.[0] && resolution[1] ? undefined : 'the camera needs a resolution';
  },
  INSIDESITE: ({ spec }) => (spec.reftype === SITE ? undefined : 'the reference must be a site'),
  TACTILE: ({ spec }) => (spec.reftype === GEOM ? undefined : 'the sensor needs a geom'),
  RANGEFINDER: ({ spec }) => fieldsRule(spec.intprm[0], RayDataField),
  CONTACT: contactRule,
  USER: userRule,
  PLUGIN: () => undefined,
};

function isScalar({ obj }: SensorNode): boolean {
  const { type } = obj as JointNode;
  return type === JointType.HINGE || type === JointType.SLIDE;
}

function distanceRule({ spec, obj, ref }: SensorNode): string | undefined {
  if (spec.reftype !== BODY && spec.reftype !== GEOM) return 'the second object must be a body or a geom';
  if (spec.objtype === spec.reftype && obj === ref) return 'the two objects must differ';
  const hfield = (type: ObjType, node: unknown) => type === GEOM && (node as GeomNode).spec.type === GeomType.HFIELD;
  if (hfield(spec.objtype, obj) || hfield(spec.reftype, ref)) return 'distances to height fields are not supported';
  return undefined;
}

function contactRule({ spec }: SensorNode): string | undefined {
  const second: readonly ObjType[] = [BODY, XBODY, GEOM, UNKNOWN];
  if (!second.includes(spec.reftype)) return 'the second object must be a body or a geom';
  const fields = fieldsRule(spec.intprm[0], ConDataField);
  if (fields) return fields;
  const reductions: readonly number[] = Object.values(ContactReduction);
  if (!reductions.includes(spec.intprm[1])) return `unknown reduction ${spec.intprm[1]}`;
  return spec.intprm[2] > 0 ? undefined : `num must be positive, found ${spec.intprm[2]}`;
}

function fieldsRule(bits: number, fields: object): string | undefined {
  return bits > 0 && bits < 1 << Object.keys(fields).length ? undefined : 'data: expected at least one known field';
}

function userRule(node: SensorNode): string | undefined {
  const { dim } = node.spec;
  if (dim < 0) return `dim cannot be negative, found ${dim}`;
  if (node.datatype === DataType.AXIS && dim !== 3) return `an axis has dimension 3, found ${dim}`;
  if (node.datatype === DataType.QUATERNION && dim !== 4) return `a quaternion has dimension 4, found ${dim}`;
  return undefined;
}
