import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Enable, SensorType, SleepState, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { sensorState } from '../tree/sleepState.ts';
import { rnePostConstraint } from '../velocity/rnePostConstraint.ts';
import { subtreeVel } from '../velocity/subtreeVel.ts';
import { cutoff } from './compute.ts';
import { readSensor } from './record.ts';

/** Position-stage sensors. Sets user sensors to zero for the callback and returns their number.
 *  writes d: sensordata energy flg_energypos */
export function sensorPos(m: Model, d: Data): int {
  return sensorStage(m, d, Stage.POS);
}

/** Velocity-stage sensors; see sensorPos. The first that needs momenta of subtrees computes them.
 *  writes d: sensordata subtree_linvel subtree_angmom flg_subtreevel body_vel energy flg_energyvel */
export function sensorVel(m: Model, d: Data): int {
  return sensorStage(m, d, Stage.VEL);
}

/** Acceleration-stage sensors; see sensorPos. The first that needs forces of bodies computes them.
 *  writes d: sensordata cacc cfrc_ext cfrc_int flg_rnepost */
export function sensorAcc(m: Model, d: Data): int {
  return sensorStage(m, d, Stage.ACC);
}

function sensorStage(m: Model, d: Data, stage: int): int {
  if (m.nsensor === 0) return 0;
  const { nsensor, sensor_type, sensor_needstage, sensor_adr, sensor_dim } = m;
  const { sensordata } = d;
  if ((m.opt.disableflags & Disable.SENSOR) !== 0) return 0;
  const filter = (m.opt.enableflags & Enable.SLEEP) !== 0 && d.nbody_awake < m.nbody;
  let users = 0;
  for (let i = 0; i < nsensor; i++) {
    const type = sensor_type[i];
    if (sensor_needstage[i] !== stage || type === SensorType.PLUGIN) continue;
    if (filter && sensorState(m, d, i) === SleepState.ASLEEP) continue;
    if (type === SensorType.USER) {
      prepareUser(m, d, stage);
      zero(sensordata, sensor_adr[i], sensor_dim[i]);
      users++;
    } else {
      readSensor(m, d, i, sensordata, sensor_adr[i]);
    }
  }
  return users;
}

/** Computes results that user sensors may rely on. */
function prepareUser(m: Model, d: Data, stage: int): void {
  if (stage === Stage.VEL && d.flg_subtreevel === 0) subtreeVel(m, d);
  if (stage === Stage.ACC && d.flg_rnepost === 0) rnePostConstraint(m, d);
}

/** Limits the sensors of a type and stage, after a callback or plugins have set them.
 *  writes d: sensordata */
export function cutoffSensors(m: Model, d: Data, stage: int, type: int): void {
  const { nsensor, sensor_type, sensor_needstage, sensor_adr } = m;
  const { sensordata } = d;
  for (let i = 0; i < nsensor; i++) {
    if (sensor_type[i] === type && sensor_needstage[i] === stage) cutoff(m, i, sensordata, sensor_adr[i]);
  }
}
