// Scenes of `npm run bench -- ik`: those of mink's benchmark. Models are read from a folder and are not part of this project.

/** @typedef {{ kind: 'frame', frame: { body?: string, site?: string }, position: number, orientation: number, lm: number,
 *    move?: number[] } | { kind: 'posture', cost: number } | { kind: 'com', cost: number, move?: number[] }} TaskSpec */
/** @typedef {object} Scene
 *  @property {string} name
 *  @property {string} file in the folder of models
 *  @property {string} key keyframe of the start
 *  @property {number} damping
 *  @property {TaskSpec[]} tasks
 *  @property {number} [velocity] of each hinge and slide
 *  @property {{ pairs: [(object | string)[], (object | string)[]][], minimum: number, detection: number }} [collisions] groups as in `CollisionAvoidanceLimit` */

/** @returns {TaskSpec} */
const frame = (frame, position, orientation, lm, move) => ({ kind: 'frame', frame, position, orientation, lm, move });
const subtree = (name) => ({ subtree: name });

/** Time step in seconds. */
export const DT = 0.002;

/** Offset of a target at step k, as a fraction of `move`: a sine with a period of 4 s. */
export const swing = (k) => Math.sin(0.5 * Math.PI * k * DT);

/** @type {Scene[]} */
export const ikScenes = [
  {
    name: 'UR5e, 1 task',
    file: 'universal_robots_ur5e/scene.xml',
    key: 'home',
    damping: 1e-8,
    tasks: [frame({ site: 'attachment_site' }, 1, 1, 1, [0.15, 0.2, 0.1])],
    velocity: Math.PI,
  },
  {
    name: 'G1, 8 tasks, collisions',
    file: 'unitree_g1/scene_with_hands.xml',
    key: 'stand',
    damping: 1e-1,
    tasks: [
      frame({ body: 'pelvis' }, 0, 10, 0),
      frame({ body: 'torso_link' }, 0, 10, 0),
      { kind: 'posture', cost: 1 },
      { kind: 'com', cost: 200, move: [0.03, 0.04, -0.02] },
      frame({ site: 'left_foot' }, 200, 10, 1),
      frame({ site: 'right_foot' }, 200, 10, 1),
      frame({ body: 'left_wrist_yaw_link' }, 200, 0, 1, [0.1, -0.25, 0.15]),
      frame({ body: 'right_wrist_yaw_link' }, 200, 0, 1, [0.1, 0.2, 0.1]),
    ],
    velocity: 10,
    collisions: {
      pairs: [
        [[subtree('left_elbow_link')], [subtree('right_elbow_link'), { body: 'torso_link' }, { body: 'pelvis' }]],
        [[subtree('right_elbow_link')], [{ body: 'torso_link' }, { body: 'pelvis' }]],
        [
          [subtree('left_elbow_link'), subtree('right_elbow_link')],
          [subtree('left_hip_roll_link'), subtree('right_hip_roll_link')],
        ],
        [[subtree('left_knee_link')], [subtree('right_knee_link')]],
      ],
      minimum: 0.02,
      detection: 0.1,
    },
  },
  {
    name: 'ALOHA, 3 tasks, collisions',
    file: 'aloha/scene.xml',
    key: 'neutral_pose',
    damping: 1e-5,
    tasks: [
      frame({ site: 'left/gripper' }, 1, 1, 1, [0.25, 0.05, -0.2]),
      frame({ site: 'right/gripper' }, 1, 1, 1, [-0.25, 0.05, 0.2]),
      { kind: 'posture', cost: 1e-4 },
    ],
    velocity: Math.PI,
    collisions: {
      pairs: [
        [[subtree('left/wrist_link')], [subtree('right/wrist_link')]],
        [
          [subtree('left/upper_arm_link'), subtree('right/upper_arm_link')],
          [{ body: 'metal_frame' }, 'table'],
        ],
      ],
      minimum: 0.05,
      detection: 0.1,
    },
  },
];
