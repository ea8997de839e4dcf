/** How many user numbers each kind of element has: given in <size>, or as many as the longest element brings. */

import type { Scene, UserSizes } from '../scene.ts';

const MAX_USER = 1 << 20;

export function userSizes(scene: Scene): UserSizes {
  const { size } = scene.spec;
  const pick = (given: number, list: readonly { spec: { userdata: readonly number[] } }[]): number => {
    if (given > MAX_USER) scene.report.general(`sizes of user data are limited to ${MAX_USER}, found ${given}`);
    if (given >= 0) return given;
    return list.reduce((n, { spec }) => Math.max(n, spec.userdata.length), 0);
  };
  return {
    body: pick(size.nuser_body, scene.bodies),
    jnt: pick(size.nuser_jnt, scene.joints),
    geom: pick(size.nuser_geom, scene.geoms),
    site: pick(size.nuser_site, scene.sites),
    cam: pick(size.nuser_cam, scene.cameras),
    tendon: pick(size.nuser_tendon, scene.tendons),
    actuator: pick(size.nuser_actuator, scene.actuators),
    sensor: pick(size.nuser_sensor, scene.sensors),
  };
}
