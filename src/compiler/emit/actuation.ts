/** Writes actuators with their inputs, outputs and activations, and sensors; both with their histories. */

import type { Model } from '../../core/model/model.ts';
import type { ActuatorNode, CompileState, SensorNode } from '../compileState.ts';

export function writeActuation(state: CompileState, m: Model): void {
  let history = 0;
  const at = { act: 0, ctrl: 0, out: 0 };
  for (const actuator of state.actuators) {
    actuator.actadr = actuator.actdim > 0 ? at.act : -1;
    actuator.ctrladr = at.ctrl;
    actuator.outadr = at.out;
    at.act += actuator.actdim;
    at.ctrl += actuator.ctrlnum;
    at.out += actuator.outnum;
    writeActuator(m, actuator);
    const { nsample } = actuator.spec;
    m.actuator_historyadr[actuator.id] = nsample > 0 ? history : -1;
    if (nsample > 0) history += 2 + 2 * nsample;
  }
  let data = 0;
  for (const sensor of state.sensors) {
    m.sensor_adr[sensor.id] = data;
    data += sensor.dim;
    writeSensor(m, sensor);
    const { nsample } = sensor.spec;
    m.sensor_historyadr[sensor.id] = nsample > 0 ? history : -1;
    if (nsample > 0) history += 2 + nsample + nsample * sensor.dim;
  }
}

function writeActuator(m: Model, actuator: ActuatorNode): void {
  const { id: i, spec } = actuator;
  m.actuator_trntype[i] = actuator.trntype;
  m.actuator_dyntype[i] = spec.dyntype;
  m.actuator_gaintype[i] = spec.gaintype;
  m.actuator_biastype[i] = spec.biastype;
  m.actuator_ctrladr[i] = actuator.ctrladr;
  m.actuator_ctrlnum[i] = actuator.ctrlnum;
  m.actuator_ctrlspec[i] = actuator.ctrlspec;
  m.actuator_outadr[i] = actuator.outadr;
  m.actuator_outnum[i] = actuator.outnum;
  m.actuator_actadr[i] = actuator.actadr;
  m.actuator_actnum[i] = actuator.actdim;
  m.actuator_trnid[2 * i] = actuator.target!.id;
  m.actuator_trnid[2 * i + 1] = actuator.second?.id ?? -1;
  m.actuator_cranklength[i] = spec.cranklength;
  m.actuator_dynprm.set(spec.dynprm, 10 * i);
  m.actuator_gainprm.set(spec.gainprm, 10 * i);
  m.actuator_biasprm.set(spec.biasprm, 10 * i);
  m.actuator_actlimited[i] = Number(actuator.actlimited);
  m.actuator_actrange.set(actuator.actrange, 2 * i);
  m.actuator_actearly[i] = Number(spec.actearly);
  m.actuator_history[2 * i] = spec.nsample;
  m.actuator_history[2 * i + 1] = spec.interp;
  m.actuator_delay[i] = spec.delay;
  m.actuator_damping[i] = spec.damping[0];
  m.actuator_dampingpoly.set(spec.damping.slice(1, 3), 2 * i);
  m.actuator_armature[i] = spec.armature;
  m.actuator_group[i] = spec.group;
  m.actuator_user.set(spec.userdata, m.nuser_actuator * i);
  m.actuator_forcelimited[i] = Number(actuator.forcelimited);
  m.actuator_forcerange.set(spec.forcerange, 2 * i);
  for (let k = 0; k < actuator.ctrlnum; k++) {
    m.actuator_ctrllimited[actuator.ctrladr + k] = Number(actuator.ctrllimiteds[k]);
    m.actuator_ctrlrange.set(actuator.ctrlranges[k], 2 * (actuator.ctrladr + k));
  }
  for (let k = 0; k < actuator.outnum; k++) {
    m.actuator_gear.set(spec.gear, 6 * (actuator.outadr + k));
    m.actuator_lengthrange.set(spec.lengthrange, 2 * (actuator.outadr + k));
  }
}

function writeSensor(m: Model, sensor: SensorNode): void {
  const { id: i, spec } = sensor;
  m.sensor_type[i] = spec.type;
  m.sensor_datatype[i] = sensor.datatype;
  m.sensor_needstage[i] = sensor.needstage;
  m.sensor_objtype[i] = spec.objtype;
  m.sensor_objid[i] = sensor.obj?.id ?? -1;
  m.sensor_reftype[i] = spec.reftype;
  m.sensor_refid[i] = sensor.ref?.id ?? -1;
  m.sensor_intprm.set(spec.intprm, 3 * i);
  m.sensor_dim[i] = sensor.dim;
  m.sensor_cutoff[i] = spec.cutoff;
  m.sensor_noise[i] = spec.noise;
  m.sensor_history[2 * i] = spec.nsample;
  m.sensor_history[2 * i + 1] = spec.interp;
  m.sensor_delay[i] = spec.delay;
  m.sensor_interval.set(spec.interval, 2 * i);
  m.sensor_user.set(spec.userdata, m.nuser_sensor * i);
}
