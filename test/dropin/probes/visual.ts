/** Cameras, perturbation, picking, and other contents of scenes besides their geoms. */
import { out, type Probe, type Probes, plain, type World } from './world.ts';

/** Members of an object, with arrays as number lists. */
function readMembers(object: object, names: string): unknown[] {
  return names.split(' ').map((name) => plain((object as Record<string, unknown>)[name]));
}

const cameraMembers = 'type fixedcamid trackbodyid lookat distance azimuth elevation orthographic';
const glMembers =
  'pos forward up frustum_center frustum_width frustum_bottom frustum_top frustum_near frustum_far orthographic';
const perturbMembers = 'select active refpos refquat refselpos localpos localmass scale';
const geomMembers = 'type size pos mat rgba dataid matid texid emission specular shininess reflectance';

/** An updated scene, seen from a free camera. */
function updatedScene({ mj, m, d }: World, change?: (camera: InstanceType<World['mj']['MjvCamera']>) => void) {
  const scene = new mj.MjvScene(m, 500);
  const camera = new mj.MjvCamera();
  mj.mjv_defaultFreeCamera(m, camera);
  change?.(camera);
  mj.mjv_updateScene(m, d, new mj.MjvOption(), new mj.MjvPerturb(), camera, 7, scene);
  return { scene, camera };
}

const actions = {
  ROTATE_V: 1,
  ROTATE_H: 2,
  MOVE_V: 3,
  MOVE_H: 4,
  ZOOM: 5,
  MOVE_V_REL: 6,
  MOVE_H_REL: 7,
  TURN_V: 8,
  TURN_H: 9,
};

/** One probe for each mouse action. */
function mouseProbes(name: string, allowed: readonly string[], probe: (action: number) => Probe): Probes {
  return Object.fromEntries(
    Object.entries(actions)
      .filter(([action]) => allowed.includes(action))
      .map(([action, number]) => [`${name} ${action}`, probe(number)]),
  );
}

const moves = ['ROTATE_V', 'ROTATE_H', 'MOVE_V', 'MOVE_H', 'ZOOM', 'MOVE_V_REL', 'MOVE_H_REL'];

/** A perturbation of the hand after its start. */
function perturbed(world: World, select = 3) {
  const { mj, m, d } = world;
  const { scene } = updatedScene(world);
  const pert = new mj.MjvPerturb();
  pert.select = select;
  pert.localpos.set([0.02, 0.01, -0.03]);
  mj.mjv_initPerturb(m, d, scene, pert);
  return { scene, pert };
}

const cameras: Probes = {
  mjv_defaultCamera: ({ mj }) => {
    const camera = new mj.MjvCamera();
    camera.distance = 9;
    mj.mjv_defaultCamera(camera);
    return readMembers(camera, cameraMembers);
  },
  mjv_defaultFreeCamera: ({ mj, m }) => {
    const camera = new mj.MjvCamera();
    mj.mjv_defaultFreeCamera(m, camera);
    return readMembers(camera, cameraMembers);
  },
  ...mouseProbes('mjv_moveCamera', Object.keys(actions), (action) => ({ mj, m }) => {
    const camera = new mj.MjvCamera();
    mj.mjv_defaultFreeCamera(m, camera);
    mj.mjv_moveCamera(m, action, 0.1, -0.07, camera);
    return readMembers(camera, cameraMembers);
  }),
  'mjv_moveCamera of a tracking camera': ({ mj, m }) => {
    const camera = new mj.MjvCamera();
    camera.type = 1;
    camera.trackbodyid = 2;
    mj.mjv_moveCamera(m, 3, 0.1, 0.1, camera);
    mj.mjv_moveCamera(m, 1, 2.1, 1.1, camera);
    return readMembers(camera, cameraMembers);
  },
  mjv_cameraFrame: ({ mj, d }) => {
    const camera = new mj.MjvCamera();
    const all = [3, 3, 3, 3].map((n) => new mj.DoubleBuffer(n));
    mj.mjv_cameraFrame(all[0], all[1], all[2], all[3], d, camera);
    return all.map((b) => Array.from(b.GetView()));
  },
  mjv_cameraFrustum: ({ mj, m }) => {
    const camera = new mj.MjvCamera();
    camera.type = 2;
    camera.fixedcamid = 0;
    const all = [2, 2, 2].map((n) => new mj.FloatBuffer(n));
    mj.mjv_cameraFrustum(all[0], all[1], all[2], m, camera);
    return all.map((b) => Array.from(b.GetView()));
  },
  mjv_camera2GLCamera: ({ mj, m, d }) => readMembers(mj.mjv_camera2GLCamera(m, d, new mj.MjvCamera()), glMembers),
  'a tracking camera follows': (world) => {
    const { scene, camera } = updatedScene(world, (cam) => Object.assign(cam, { type: 1, trackbodyid: 2 }));
    return [readMembers(camera, cameraMembers), readMembers(scene.camera.get(1)!, glMembers)];
  },
  mjv_frustumHeight: (world) => world.mj.mjv_frustumHeight(updatedScene(world).scene),
  mjv_cameraInModel: (world) => {
    const all = [3, 3, 3].map((n) => new world.mj.DoubleBuffer(n));
    world.mj.mjv_cameraInModel(all[0], all[1], all[2], updatedScene(world).scene);
    return all.map((b) => Array.from(b.GetView()));
  },
  mjv_cameraInRoom: (world) => {
    const all = [3, 3, 3].map((n) => new world.mj.DoubleBuffer(n));
    world.mj.mjv_cameraInRoom(all[0], all[1], all[2], updatedScene(world).scene);
    return all.map((b) => Array.from(b.GetView()));
  },
  mjv_alignToCamera: ({ mj }) => out(mj, 3, (b) => mj.mjv_alignToCamera(b, [1, 2, 3], [0.3, -0.8, 0.1])),
};

/** A scene with a model transformation. */
function movedScene(world: World) {
  const { scene } = updatedScene(world);
  scene.enabletransform = 1;
  scene.translate.set([1, 2, 3]);
  scene.rotate.set([0.8, 0, 0.6, 0]);
  scene.scale = 2;
  return scene;
}

const rooms: Probes = {
  mjv_room2model: (world) => {
    const quat = new world.mj.DoubleBuffer(4);
    const pos = out(world.mj, 3, (b) =>
      world.mj.mjv_room2model(b, quat, [1, 0, 2], [0.6, 0.8, 0, 0], movedScene(world)),
    );
    return [pos, Array.from(quat.GetView())];
  },
  mjv_model2room: (world) => {
    const quat = new world.mj.DoubleBuffer(4);
    const pos = out(world.mj, 3, (b) =>
      world.mj.mjv_model2room(b, quat, [1, 0, 2], [0.6, 0.8, 0, 0], movedScene(world)),
    );
    return [pos, Array.from(quat.GetView())];
  },
  ...mouseProbes('mjv_moveModel', moves, (action) => (world) => {
    const scene = movedScene(world);
    world.mj.mjv_moveModel(world.m, action, 0.1, -0.2, [0, 0, 1], scene);
    return readMembers(scene, 'translate rotate scale').map((x) => JSON.stringify(x, rounded));
  }),
};

/** Floats may differ in their last digit. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(5)) : value;
}

const perturbations: Probes = {
  mjv_initPerturb: (world) => readMembers(perturbed(world).pert, perturbMembers),
  ...mouseProbes('mjv_movePerturb', moves, (action) => (world) => {
    const { scene, pert } = perturbed(world);
    world.mj.mjv_movePerturb(world.m, world.d, action, 0.1, -0.2, scene, pert);
    return readMembers(pert, perturbMembers);
  }),
  'a body rotates by a quarter turn at most': (world) => {
    const { scene, pert } = perturbed(world);
    world.mj.mjv_movePerturb(world.m, world.d, 1, 0.4, 0.3, scene, pert);
    return readMembers(pert, perturbMembers);
  },
  ...Object.fromEntries(
    [1, 2, 3].map((active) => [
      `mjv_applyPerturbForce ${active}`,
      (world: World) => {
        const { mj, m, d } = world;
        const { scene, pert } = perturbed(world);
        mj.mjv_movePerturb(m, d, 3, 0.1, -0.2, scene, pert);
        mj.mjv_movePerturb(m, d, 1, 0.1, -0.2, scene, pert);
        pert.active = active;
        const own = new mj.MjData(m, d);
        mj.mjv_applyPerturbForce(m, own, pert);
        return Array.from(own.xfrc_applied as Float64Array);
      },
    ]),
  ),
  ...Object.fromEntries(
    [1, 3, 5].map((body) => [
      `mjv_applyPerturbPose of body ${body}`,
      (world: World) => {
        const { mj, m, d } = world;
        const { scene, pert } = perturbed(world, body);
        mj.mjv_movePerturb(m, d, 3, 0.1, -0.2, scene, pert);
        pert.active = 1;
        const own = new mj.MjData(m, d);
        mj.mjv_applyPerturbPose(m, own, pert, 1);
        return [Array.from(own.qpos), Array.from(own.mocap_pos), Array.from(own.mocap_quat)];
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      [0.5, 0.5],
      [0.3, 0.6],
      [0.95, 0.95],
      [0.5, 0.1],
    ].map(([x, y]) => [
      `mjv_select at ${x} ${y}`,
      (world: World) => {
        const { mj, m, d } = world;
        const { scene } = updatedScene(world);
        const [geom, flex, skin] = [1, 1, 1].map((n) => new mj.IntBuffer(n));
        const found = out(mj, 3, (b) => mj.mjv_select(m, d, new mj.MjvOption(), 1.5, x, y, scene, b, geom, flex, skin));
        const ids = [geom, flex, skin].map((b) => b.GetView()[0]);
        return [JSON.stringify(found, rounded), ids];
      },
    ]),
  ),
};

const geoms: Probes = {
  mjv_initGeom: ({ mj }) => {
    const geom = new mj.MjvGeom();
    mj.mjv_initGeom(geom, 3, [1, 2, 3], [4, 5, 6], [0, 1, 0, 1, 0, 0, 0, 0, 1], [0.1, 0.2, 0.3, 0.4]);
    return readMembers(geom, geomMembers);
  },
  'mjv_initGeom with nothing': ({ mj }) => {
    const geom = new mj.MjvGeom();
    const none = null as never;
    mj.mjv_initGeom(geom, 2, none, none, none, none);
    return readMembers(geom, geomMembers);
  },
  ...Object.fromEntries(
    [3, 5, 100, 103].map((type) => [
      `mjv_connector of type ${type}`,
      ({ mj }: World) => {
        const geom = new mj.MjvGeom();
        mj.mjv_connector(geom, type, 0.3, [1, 2, 3], [-1, 0.5, 4]);
        return readMembers(geom, 'type size pos mat').map((x) => JSON.stringify(x, rounded));
      },
    ]),
  ),
  mjv_defaultFigure: ({ mj }) => {
    const figure = new mj.MjvFigure();
    figure.linewidth = 9;
    mj.mjv_defaultFigure(figure);
    return readMembers(figure, 'linewidth linergb range legendrgba xformat yformat minwidth gridsize highlightid');
  },
  mjv_defaultOption: ({ mj }) => {
    const option = new mj.MjvOption();
    option.flags.fill(7);
    mj.mjv_defaultOption(option);
    return readMembers(option, 'label frame geomgroup flags bvh_depth flex_layer');
  },
  'a scene without room': ({ mj, m, d }) => {
    const scene = new mj.MjvScene(m, 2);
    mj.mjv_updateScene(m, d, new mj.MjvOption(), new mj.MjvPerturb(), new mj.MjvCamera(), 7, scene);
    return [scene.ngeom, scene.status, scene.maxgeom];
  },
  'moving geoms only': (world) => {
    const { mj, m, d } = world;
    const { scene, camera } = updatedScene(world);
    mj.mjv_updateScene(m, d, new mj.MjvOption(), new mj.MjvPerturb(), camera, 2, scene);
    return [scene.ngeom, scene.geoms.size(), scene.nlight];
  },
};

export const visualProbes: Probes = { ...cameras, ...rooms, ...perturbations, ...geoms };
