// One scene in several engines. A world returns poses as seven numbers per part: position, then quaternion, w first.

import { loadEngines } from '../kit/engines.mjs';
import { FRICTION, joltWorld } from './jolt.mjs';
import { GRAVITY } from './scenes.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene
 *  @typedef {{ step(): void, pose(part: number, into: Float64Array): void, free(): void }} World */

const vector = ([x, y, z]) => ({ x, y, z });

/** Functions that create a world from a scene, one per engine, with the default settings of the engine. MuJoCo recommends RK4 for systems
 *  that conserve energy, so RK4 is included.
 *  @returns {Promise<Record<string, (scene: Scene, h: number) => World>>} */
export async function loadOthers() {
  const { official, wasm } = await loadEngines(['official', 'wasm']);
  const rapier = (await import('@dimforge/rapier3d-compat')).default;
  await rapier.init();
  const cannon = await import('cannon-es');
  const jolt = await (await import('jolt-physics/wasm-compat')).default();
  return {
    Tenon: (scene, h) => mujocoWorld(wasm, scene, h, 'Euler'),
    'Tenon, RK4': (scene, h) => mujocoWorld(wasm, scene, h, 'RK4'),
    MuJoCo: (scene, h) => mujocoWorld(official, scene, h, 'Euler'),
    'MuJoCo, RK4': (scene, h) => mujocoWorld(official, scene, h, 'RK4'),
    Rapier: (scene, h) => rapierWorld(rapier, scene, h, 'createImpulseJoint'),
    'Rapier, multibody joints': (scene, h) => rapierWorld(rapier, scene, h, 'createMultibodyJoint'),
    Jolt: (scene, h) => joltWorld(jolt, scene, h),
    'cannon-es': (scene, h) => cannonWorld(cannon, scene, h),
  };
}

function mujocoWorld(engine, { parts, walls, hinges }, h, integrator) {
  const geom = ({ shape, size, mass, ghost }) =>
    `<geom type="${shape === 'ball' ? 'sphere' : 'box'}" size="${size.join(' ')}" mass="${mass}" ${ghost ? 'contype="0" conaffinity="0"' : ''}/>`;
  const body = (k, from) => {
    const hinge = hinges.find(({ child }) => child === k);
    const pos = parts[k].pos.map((x, i) => x - from[i]);
    const at = hinge?.at.map((x, i) => x - parts[k].pos[i]);
    const joint = at ? `<joint axis="0 1 0" pos="${at.join(' ')}"/>` : '<freejoint/>';
    const inner = hinges.filter(({ parent }) => parent === k).map(({ child }) => body(child, parts[k].pos));
    return `<body name="p${k}" pos="${pos.join(' ')}">${joint}${geom(parts[k])}${inner.join('')}</body>`;
  };
  const roots = parts.map((_, k) => k).filter((k) => !hinges.some(({ child, parent }) => child === k && parent >= 0));
  const m =
    engine.MjModel.from_xml_string(`<mujoco><option timestep="${h}" integrator="${integrator}" gravity="0 0 ${-GRAVITY}"/>
    <size memory="400M"/><default><geom friction="${FRICTION} 0.005 0.0001"/></default>
    <worldbody><geom type="plane" size="50 50 1"/>
    ${walls.map(({ size, pos }) => `<geom type="box" size="${size.join(' ')}" pos="${pos.join(' ')}"/>`).join('')}
    ${roots.map((k) => body(k, [0, 0, 0])).join('')}</worldbody></mujoco>`);
  const d = new engine.MjData(m);
  const ids = parts.map((_, k) => engine.mj_name2id(m, engine.mjtObj.mjOBJ_BODY.value, `p${k}`));
  engine.mj_forward(m, d);
  return {
    step: () => engine.mj_step(m, d),
    // poses belong to the state before the step until they are recomputed
    pose(k, into) {
      if (k === 0) engine.mj_kinematics(m, d);
      into.set(d.xpos.subarray(3 * ids[k], 3 * ids[k] + 3));
      into.set(d.xquat.subarray(4 * ids[k], 4 * ids[k] + 4), 3);
    },
    free() {
      d.delete();
      m.delete();
    },
  };
}

function rapierWorld(rapier, { parts, walls, hinges }, h, joint) {
  const world = new rapier.World({ x: 0, y: 0, z: -GRAVITY });
  world.timestep = h;
  const { ColliderDesc, RigidBodyDesc, JointData } = rapier;
  const rough = (collider) => collider.setFriction(FRICTION).setRestitution(0);
  const ground = world.createRigidBody(RigidBodyDesc.fixed());
  const fixed = [{ size: [50, 50, 1], pos: [0, 0, -1] }, ...walls];
  for (const { size, pos } of fixed)
    world.createCollider(rough(ColliderDesc.cuboid(...size).setTranslation(...pos)), ground);
  const bodies = parts.map(({ shape, size, pos, mass, ghost }) => {
    const body = world.createRigidBody(
      RigidBodyDesc.dynamic()
        .setTranslation(...pos)
        .setCanSleep(false),
    );
    const collider = shape === 'ball' ? ColliderDesc.ball(size[0]) : ColliderDesc.cuboid(...size);
    if (ghost) collider.setCollisionGroups(0);
    world.createCollider(rough(collider.setMass(mass)), body);
    return body;
  });
  for (const { parent, child, at } of hinges) {
    const local = (k) => vector(at.map((x, i) => x - (k < 0 ? 0 : parts[k].pos[i])));
    const data = JointData.revolute(local(parent), local(child), { x: 0, y: 1, z: 0 });
    world[joint](data, parent < 0 ? ground : bodies[parent], bodies[child], true);
  }
  return {
    step: () => world.step(),
    pose(k, into) {
      const [p, q] = [bodies[k].translation(), bodies[k].rotation()];
      into.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z]);
    },
    free: () => world.free(),
  };
}

function cannonWorld(cannon, { parts, walls, hinges }, h) {
  const { Body, Box, HingeConstraint, Plane, Sphere, Vec3 } = cannon;
  const world = new cannon.World({ gravity: new Vec3(0, 0, -GRAVITY), allowSleep: false });
  world.broadphase = new cannon.SAPBroadphase(world);
  Object.assign(world.defaultContactMaterial, { friction: FRICTION, restitution: 0 });
  const ground = new Body({ mass: 0, shape: new Plane() });
  world.addBody(ground);
  for (const { size, pos } of walls)
    world.addBody(new Body({ mass: 0, shape: new Box(new Vec3(...size)), position: new Vec3(...pos) }));
  const bodies = parts.map(({ shape, size, pos, mass, ghost }) => {
    const form = shape === 'ball' ? new Sphere(size[0]) : new Box(new Vec3(...size));
    const body = new Body({ mass, shape: form, position: new Vec3(...pos), linearDamping: 0, angularDamping: 0 });
    if (ghost) body.collisionFilterMask = 0;
    world.addBody(body);
    return body;
  });
  for (const { parent, child, at } of hinges) {
    const local = (k) => new Vec3(...at.map((x, i) => x - (k < 0 ? 0 : parts[k].pos[i])));
    const axis = new Vec3(0, 1, 0);
    const ends = { pivotA: local(parent), pivotB: local(child), axisA: axis, axisB: axis, collideConnected: false };
    world.addConstraint(new HingeConstraint(parent < 0 ? ground : bodies[parent], bodies[child], ends));
  }
  return {
    step: () => world.step(h),
    pose(k, into) {
      const { position: p, quaternion: q } = bodies[k];
      into.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z]);
    },
    free: () => {},
  };
}
