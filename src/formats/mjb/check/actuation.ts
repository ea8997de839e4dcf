/** Actuators: their targets, and numbers of inputs, outputs and activations that match their types. */
import { NDYN, NGAIN } from '../../../core/model/constants.ts';
import { BiasType, CtrlChart, CtrlInput, DynType, GainType, JointType, TrnType } from '../../../core/model/enums.ts';
import { SEVERAL } from '../../../core/model/fields/content/body.ts';
import type { Model } from '../../../core/model/model.ts';
import { expectAllWithin, expectPacked, expectSize, expectValue, expectWithin, fail } from './expect.ts';

const NV: readonly number[] = [6, 3, 1, 1];
const { POS, VEL, FF, VOLTAGE, NONE } = CtrlInput;

export function checkActuators(m: Model): void {
  const { nactuator, jnt_actuatorid, tendon_actuatorid } = m;
  expectAllWithin('jnt_actuatorid', jnt_actuatorid, 0, m.njnt, SEVERAL, nactuator);
  expectAllWithin('tendon_actuatorid', tendon_actuatorid, 0, m.ntendon, SEVERAL, nactuator);
  expectPacked('actuator_ctrladr', m.actuator_ctrladr, 'actuator_ctrlnum', m.actuator_ctrlnum, 'nu', m.nu);
  expectPacked('actuator_outadr', m.actuator_outadr, 'actuator_outnum', m.actuator_outnum, 'nout', m.nout);
  expectPacked('actuator_actadr', m.actuator_actadr, 'actuator_actnum', m.actuator_actnum, 'na', m.na);
  let nonzeros = 0;
  for (let i = 0; i < nactuator; i++) {
    checkTarget(m, i);
    checkKinds(m, i);
    checkInputs(m, i);
    checkActivations(m, i);
    nonzeros += momentNonzeros(m, i);
  }
  expectSize('nJmom', m.nJmom, nonzeros);
}

function checkTarget(m: Model, i: number): void {
  const { actuator_trntype, actuator_trnid: trnid, actuator_outnum, jnt_type } = m;
  const type = actuator_trntype[i];
  const first = (count: number) => expectWithin('actuator_trnid', trnid, 2 * i, 0, count);
  const second = (min: number, count: number) => expectWithin('actuator_trnid', trnid, 2 * i + 1, min, count);
  expectValue('actuator_outnum', actuator_outnum, i, type === TrnType.SO3 ? 3 : 1, 'by actuator_trntype');
  switch (type) {
    case TrnType.JOINT:
    case TrnType.JOINTINPARENT:
      first(m.njnt);
      break;
    case TrnType.TENDON:
      first(m.ntendon);
      break;
    case TrnType.BODY:
      first(m.nbody);
      break;
    case TrnType.SITE:
      first(m.nsite);
      second(-1, m.nsite);
      break;
    case TrnType.SLIDERCRANK:
      first(m.nsite);
      second(0, m.nsite);
      break;
    case TrnType.SO3:
      second(-1, m.nsite);
      first(trnid[2 * i + 1] >= 0 ? m.nsite : m.njnt);
      if (trnid[2 * i + 1] < 0 && jnt_type[trnid[2 * i]] !== JointType.BALL) {
        fail('actuator_trnid', 2 * i, 'a ball joint', trnid[2 * i]);
      }
      break;
    default:
      fail('actuator_trntype', i, 'a transmission', type);
  }
  if (type !== TrnType.SITE && type !== TrnType.SLIDERCRANK && type !== TrnType.SO3) second(-1, 0);
}

/** Types that are only valid together. */
function checkKinds(m: Model, i: number): void {
  const { actuator_trntype, actuator_dyntype, actuator_gaintype, actuator_biastype } = m;
  const together = (field: string, values: Int32Array, kind: number, all: boolean) => {
    if ((values[i] === kind) !== all) fail(field, i, 'the type that matches the gain of the actuator', values[i]);
  };
  const so3 = actuator_gaintype[i] === GainType.SO3;
  together('actuator_trntype', actuator_trntype, TrnType.SO3, so3);
  together('actuator_biastype', actuator_biastype, BiasType.SO3, so3);
  const dyntype = actuator_dyntype[i];
  if (so3 && dyntype !== DynType.NONE && dyntype !== DynType.INTEGRATOR) {
    fail('actuator_dyntype', i, `${DynType.NONE} or ${DynType.INTEGRATOR}`, dyntype);
  }
  if (dyntype === DynType.PID && actuator_gaintype[i] !== GainType.PID) {
    fail('actuator_dyntype', i, 'another type, because its gain is not that of a PID', dyntype);
  }
}

/** The number of inputs, from the bits of actuator_ctrlspec. */
function checkInputs(m: Model, i: number): void {
  const { actuator_gaintype, actuator_ctrlspec, actuator_ctrlnum } = m;
  const spec = actuator_ctrlspec[i];
  const type = actuator_gaintype[i];
  let inputs = 1;
  if (type === GainType.SO3) {
    if (spec !== CtrlChart.EXPMAP && spec !== CtrlChart.QUAT) fail('actuator_ctrlspec', i, '1 or 2', spec);
    inputs = spec === CtrlChart.QUAT ? 4 : 3;
  } else if (type === GainType.PID || type === GainType.DCMOTOR) {
    const known = type === GainType.PID ? POS | VEL | FF : POS | VEL | FF | VOLTAGE;
    if (spec !== NONE || type === GainType.PID) {
      if (spec === 0 || (spec & ~known) !== 0) fail('actuator_ctrlspec', i, `bits of ${known}`, spec);
    }
    inputs = [POS, VEL, FF, VOLTAGE].filter((bit) => (spec & bit) !== 0).length;
  } else if (spec !== 0) {
    fail('actuator_ctrlspec', i, '0, because it has one input', spec);
  }
  expectValue('actuator_ctrlnum', actuator_ctrlnum, i, inputs, 'by actuator_gaintype and actuator_ctrlspec');
}

/** Enough activations for its dynamics. Those of plugins are not checked. */
function checkActivations(m: Model, i: number): void {
  const { actuator_dyntype, actuator_actnum, actuator_actadr, actuator_plugin } = m;
  const minCount = minActivations(m, i);
  const found = actuator_actnum[i];
  if (found < minCount) fail('actuator_actnum', i, `at least ${minCount}, by its dynamics`, found);
  const own = actuator_plugin[i] >= 0 || actuator_dyntype[i] === DynType.USER;
  if (!own && found > minCount) fail('actuator_actnum', i, `${minCount}, by its dynamics`, found);
  if (found === 0) expectValue('actuator_actadr', actuator_actadr, i, -1, 'as it has no activations');
}

function minActivations(m: Model, i: number): number {
  const { actuator_dyntype, actuator_gaintype, actuator_ctrlnum, actuator_dynprm, actuator_gainprm } = m;
  const motor = actuator_gaintype[i] === GainType.DCMOTOR || m.actuator_biastype[i] === BiasType.DCMOTOR;
  if (motor || actuator_dyntype[i] === DynType.DCMOTOR) return motorStates(m, i);
  switch (actuator_dyntype[i]) {
    case DynType.NONE:
    case DynType.USER:
      return 0;
    case DynType.INTEGRATOR:
      return actuator_ctrlnum[i];
    case DynType.PID:
      return Number(actuator_dynprm[NDYN * i + 1] > 0) + Number(actuator_gainprm[NGAIN * i] > 0);
    default:
      return 1;
  }
}

/** Activations of a motor, present if their parameters are positive: slew, integral, temperature, bristle, current. */
function motorStates({ actuator_dynprm, actuator_gainprm }: Model, i: number): number {
  const dyn = NDYN * i;
  const parameters = [
    actuator_dynprm[dyn + 7],
    actuator_gainprm[NGAIN * i + 5],
    actuator_dynprm[dyn + 2],
    actuator_dynprm[dyn + 5],
    actuator_dynprm[dyn],
  ];
  return parameters.filter((x) => x > 0).length;
}

/** Nonzeros in the rows of an actuator in actuator_moment. */
function momentNonzeros(m: Model, i: number): number {
  const { actuator_trntype, actuator_trnid, jnt_type, ten_J_rownnz, site_bodyid } = m;
  const [first, second] = [actuator_trnid[2 * i], actuator_trnid[2 * i + 1]];
  switch (actuator_trntype[i]) {
    case TrnType.SO3:
      return second >= 0 ? 3 * m.nv : 3;
    case TrnType.JOINT:
    case TrnType.JOINTINPARENT:
      return NV[jnt_type[first]];
    case TrnType.TENDON:
      return ten_J_rownnz[first];
    case TrnType.SLIDERCRANK:
      return chainLength(m, site_bodyid[first], site_bodyid[second], false);
    case TrnType.SITE:
      return chainLength(m, site_bodyid[first], second >= 0 ? site_bodyid[second] : 0, true);
    default:
      return m.nv;
  }
}

/** Number of dofs above two bodies together; without the common ones if `skipCommon`. */
function chainLength(m: Model, body1: number, body2: number, skipCommon: boolean): number {
  const { dof_parentid } = m;
  let a = lastDof(m, body1);
  let b = lastDof(m, body2);
  let n = 0;
  while (a >= 0 || b >= 0) {
    const top = Math.max(a, b);
    if (skipCommon && a === b) break;
    if (a === top) a = dof_parentid[a];
    if (b === top) b = dof_parentid[b];
    n++;
  }
  return n;
}

function lastDof({ body_parentid, body_dofnum, body_dofadr }: Model, start: number): number {
  let body = start;
  while (body > 0 && body_dofnum[body] === 0) body = body_parentid[body];
  return body_dofnum[body] > 0 ? body_dofadr[body] + body_dofnum[body] - 1 : -1;
}
