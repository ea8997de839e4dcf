/** The MJCF of a leg of hopper and walker, and of the joints that keep them in a plane. */

/** Dimensions of a leg; some are differences of world coordinates, in which every bit counts. */
export interface Foot {
  length: string;
  halfLength: string;
  friction: string;
}

/** Thigh, leg and foot below the torso. `side` is a suffix of all names. */
export function legXml(side: string, { length, halfLength, friction }: Foot, middle: string): string {
  return `
      <body name="thigh${side}" pos="0 0 -0.19999999999999996">
        <joint name="thigh${side}_joint" range="-150 0"/>
        <geom pos="0 0 -0.22500000000000009" size="0.05 0.22500000000000003"/>
        <body name="leg${side}" pos="0 0 -0.70000000000000007">
          <joint name="leg${side}_joint" pos="0 0 0.25" range="-150 0"/>
          <geom size="0.04 0.25"/>
          <body name="foot${side}" pos="${length} 0 -0.35">
            <joint name="foot${side}_joint" pos="-${length} 0 0.1" range="-45 45"/>
            <geom pos="-${middle} 0 0.1" quat="0.70710678118654757 0 -0.70710678118654746 0" size="0.06 ${halfLength}"
              friction="${friction}"/>
          </body>
        </body>
      </body>`;
}

/** Joints of a torso that moves in the xz plane, 1.25 above the floor. */
export const planarRoot = `
      <joint name="rootx" class="root" type="slide" axis="1 0 0" pos="0 0 -1.25"/>
      <joint name="rootz" class="root" type="slide" axis="0 0 1" pos="0 0 -1.25" ref="1.25"/>
      <joint name="rooty" class="root" axis="0 1 0"/>
      <geom size="0.05 0.19999999999999996"/>`;

/** Defaults of those joints. */
export const rootClass = '<default class="root"><joint armature="0" damping="0" limited="false"/></default>';
