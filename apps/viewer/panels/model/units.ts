/** Units of controls and joint positions. */
import { BiasType, GainType, JointType, type Model, TrnType } from '../../../../src/index.ts';

/** Gain and bias parameters of an actuator. */
const PARAMS = 10;

/** Unit of the control of an actuator; empty if it has none, or depends on a gain or a gear. */
export function controlUnit(m: Model, actuator: number): string {
  const type = m.actuator_trntype[actuator];
  if (type !== TrnType.JOINT && type !== TrnType.JOINTINPARENT) return '';
  const joint = m.jnt_type[m.actuator_trnid[2 * actuator]!];
  if (joint !== JointType.HINGE && joint !== JointType.SLIDE) return '';
  const hinge = joint === JointType.HINGE;
  const gear = m.actuator_gear[6 * m.actuator_outadr[actuator]!];
  if (m.actuator_gaintype[actuator] !== GainType.FIXED || gear !== 1 || m.actuator_ctrlnum[actuator] !== 1) return '';
  const gain = m.actuator_gainprm[PARAMS * actuator]!;
  const position = m.actuator_biasprm[PARAMS * actuator + 1];
  const velocity = m.actuator_biasprm[PARAMS * actuator + 2];
  if (m.actuator_biastype[actuator] === BiasType.NONE) return gain === 1 ? (hinge ? 'N·m' : 'N') : '';
  if (m.actuator_biastype[actuator] !== BiasType.AFFINE) return '';
  if (position === -gain) return hinge ? 'rad' : 'm';
  if (position === 0 && velocity === -gain) return hinge ? 'rad/s' : 'm/s';
  return '';
}
