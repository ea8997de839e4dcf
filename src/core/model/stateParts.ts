/** Components of a state and their fields, in the order of a state vector. */
import { StateBit } from './enums.ts';

/** Parts in the order of a state vector; time is not an array. */
export const stateParts = [
  [StateBit.TIME, undefined],
  [StateBit.QPOS, 'qpos'],
  [StateBit.QVEL, 'qvel'],
  [StateBit.ACT, 'act'],
  [StateBit.HISTORY, 'history'],
  [StateBit.WARMSTART, 'qacc_warmstart'],
  [StateBit.CTRL, 'ctrl'],
  [StateBit.QFRC_APPLIED, 'qfrc_applied'],
  [StateBit.XFRC_APPLIED, 'xfrc_applied'],
  [StateBit.EQ_ACTIVE, 'eq_active'],
  [StateBit.MOCAP_POS, 'mocap_pos'],
  [StateBit.MOCAP_QUAT, 'mocap_quat'],
  [StateBit.USERDATA, 'userdata'],
  [StateBit.PLUGIN, 'plugin_state'],
] as const;

/** Names of the parts that are arrays. */
export const stateArrays = stateParts.flatMap(([, name]) => (name ? [name] : []));
