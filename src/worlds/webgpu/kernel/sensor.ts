import { cutoff } from '../../../core/engine/sensor/compute.ts';
import { computeAcc } from '../../../core/engine/sensor/computeAcc.ts';
import { computePos } from '../../../core/engine/sensor/computePos.ts';
import { computeVel } from '../../../core/engine/sensor/computeVel.ts';
import { energyPos, energyVel } from '../../../core/engine/velocity/energy.ts';
import { rnePostConstraint } from '../../../core/engine/velocity/rnePostConstraint.ts';

import type { Data } from '../../../core/model/data.ts';
import { Enable, Stage } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';

/*  Sensors of each stage, and energy if its flag is on. */

/** Sensors that need only positions.
 *  writes d: sensordata energy */
export function sensorsOfPosition(m: Model, d: Data): void {
  const { nsensor, sensor_needstage, sensor_adr } = m;
  const { sensordata } = d;
  for (let i = 0; i < nsensor; i++) {
    if (sensor_needstage[i] !== Stage.POS) continue;
    computePos(m, d, i, sensordata, sensor_adr[i]);
    cutoff(m, i, sensordata, sensor_adr[i]);
  }
  if ((m.opt.enableflags & Enable.ENERGY) !== 0) energyPos(m, d);
}

/** Sensors that need velocities.
 *  writes d: sensordata energy subtree_linvel subtree_angmom flg_subtreevel */
export function sensorsOfVelocity(m: Model, d: Data): void {
  const { nsensor, sensor_needstage, sensor_adr } = m;
  const { sensordata } = d;
  for (let i = 0; i < nsensor; i++) {
    if (sensor_needstage[i] !== Stage.VEL) continue;
    computeVel(m, d, i, sensordata, sensor_adr[i]);
    cutoff(m, i, sensordata, sensor_adr[i]);
  }
  if ((m.opt.enableflags & Enable.ENERGY) !== 0) energyVel(m, d);
}

/** Sensors that need accelerations or forces. They are computed before the first sensor: otherwise shaders would
 * contain a copy for each kind of sensor that needs them.
 *  writes d: sensordata cacc cfrc_int cfrc_ext flg_rnepost */
export function sensorsOfAcceleration(m: Model, d: Data): void {
  const { nsensor, sensor_needstage, sensor_adr } = m;
  const { sensordata } = d;
  rnePostConstraint(m, d);
  for (let i = 0; i < nsensor; i++) {
    if (sensor_needstage[i] !== Stage.ACC) continue;
    computeAcc(m, d, i, sensordata, sensor_adr[i]);
    cutoff(m, i, sensordata, sensor_adr[i]);
  }
}
