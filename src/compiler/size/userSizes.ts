/** Number of user values per kind of element: given in <size>, or the maximum over its elements. */

import type { CompileState, UserSizes } from '../compileState.ts';

const MAX_USER = 1 << 20;

export function userSizes(state: CompileState): UserSizes {
  const { size } = state.spec;
  const pick = (given: number, list: readonly { spec: { userdata: readonly number[] } }[]): number => {
    if (given > MAX_USER) state.report.modelError(`sizes of user data are limited to ${MAX_USER}, found ${given}`);
    if (given >= 0) return given;
    return list.reduce((n, { spec }) => Math.max(n, spec.userdata.length), 0);
  };
  return {
    body: pick(size.nuser_body, state.bodies),
    jnt: pick(size.nuser_jnt, state.joints),
    geom: pick(size.nuser_geom, state.geoms),
    site: pick(size.nuser_site, state.sites),
    cam: pick(size.nuser_cam, state.cameras),
    tendon: pick(size.nuser_tendon, state.tendons),
    actuator: pick(size.nuser_actuator, state.actuators),
    sensor: pick(size.nuser_sensor, state.sensors),
  };
}
