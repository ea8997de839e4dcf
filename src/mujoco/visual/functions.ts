/** `mjv_` functions. */
import type { Data } from '../../core/model/data.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { def, named } from '../base/signature.ts';
import { assignRecord } from '../classes/struct.ts';
import type { MemoryFiles } from '../files/memoryFiles.ts';
import { formatter } from '../functions/print.ts';
import * as camera from './camera.ts';
import { drawAll } from './draw/index.ts';
import { connect, Drawing, initGeom } from './drawing.ts';
import { VisFlag } from './enums.ts';
import { MjvFigure } from './figure.ts';
import { makeLights } from './lights.ts';
import * as perturb from './perturb.ts';
import {
  type CameraRecord,
  MjvCamera,
  MjvGLCamera,
  MjvOption,
  MjvPerturb,
  type OptionRecord,
  type PerturbRecord,
} from './records.ts';
import * as room from './room.ts';
import type { SceneState } from './scene.ts';
import { select } from './select.ts';
import { updateFlexes } from './soft/flexes.ts';
import { fitRoom } from './soft/room.ts';
import { updateSkins } from './soft/skins.ts';

/** A function that writes head position, forward and up vectors of the camera. */
function cameraIn(getView: (scn: SceneState) => Record<'headpos' | 'forward' | 'up', Float64Array>) {
  return def('headpos>?+3 forward>?+3 up>?+3 scn:MjvScene', (headpos, forward, up, scn) => {
    const view = getView(scn);
    headpos?.set(view.headpos);
    forward?.set(view.forward);
    up?.set(view.up);
  });
}

/** Converts a pose between room and model coordinates. */
function poseBy(convert: (pose: room.Pose, scn: SceneState) => room.Pose) {
  return (pos: Float64Array, quat: Float64Array, from: Float64Array, turned: Float64Array, scn: SceneState): void => {
    const pose = convert({ pos: from.slice(0, 3), quat: turned.slice(0, 4) }, scn);
    pos.set(pose.pos);
    quat.set(pose.quat);
  };
}

const scenes = named({
  mjv_updateScene: def('m d opt:MjvOption pert:MjvPerturb cam:MjvCamera catmask scn:MjvScene', updateScene),
  mjv_addGeoms: def('m d opt:MjvOption pert:MjvPerturb catmask scn:MjvScene', addGeoms),
  mjv_makeLights: def('m d scn:MjvScene', (m, d, scn) => makeLights(m, checkFits('mjv_makeLights', m, d), scn)),
  mjv_updateCamera: def('m d cam:MjvCamera scn:MjvScene', (m, d, cam, scn) =>
    camera.updateCamera(m, checkFits('mjv_updateCamera', m, d), cam, scn),
  ),
  mjv_updateSkin: def('m d scn:MjvScene', (m, d, scn) => {
    checkFits('mjv_updateSkin', m, d);
    fitRoom(m, scn);
    updateSkins(m, d, MjvOption.make(), scn);
  }),
  mjv_initGeom: def('geom:MjvGeom type size<?+3 pos<?+3 mat<?+9 rgba<f?+4', (geom, type, size, pos, mat, rgba) =>
    initGeom(geom, { type, size, pos, mat, rgba }),
  ),
  mjv_connector: def('geom:MjvGeom type width from<+3 to<+3', connect),
  mjv_defaultCamera: def('cam:MjvCamera', (cam) => assignRecord(cam, MjvCamera.make())),
  mjv_defaultFreeCamera: def('m cam:MjvCamera', defaultFreeCamera),
  mjv_defaultOption: def('opt:MjvOption', (opt) => assignRecord(opt, MjvOption.make())),
  mjv_defaultPerturb: def('pert:MjvPerturb', (pert) => assignRecord(pert, MjvPerturb.make())),
  mjv_defaultFigure: def('fig:MjvFigure', (fig) => assignRecord(fig, MjvFigure.make())),
});

function addGeoms(m: Model, d: Data, opt: OptionRecord, pert: PerturbRecord, catmask: number, scene: SceneState): void {
  drawAll(new Drawing(m, checkFits('mjv_addGeoms', m, d), opt, pert, catmask, scene));
}

function updateScene(
  m: Model,
  d: Data,
  opt: OptionRecord,
  pert: PerturbRecord,
  cam: CameraRecord,
  catmask: number,
  scene: SceneState,
): void {
  scene.ngeom = 0;
  addGeoms(m, d, opt, pert, catmask, scene);
  const b = checkFits('mjv_updateScene', m, d);
  camera.updateCamera(m, b, cam, scene);
  makeLights(m, b, scene);
  updateSoft(m, d, opt, scene);
}

/** Updates flexes and skins; invisible ones keep their previous data. */
function updateSoft(m: Model, d: Data, opt: OptionRecord, scene: SceneState): void {
  fitRoom(m, scene);
  const { FLEXVERT, FLEXEDGE, FLEXFACE, FLEXSKIN } = VisFlag;
  const [vert, edge, face, skin] = [FLEXVERT, FLEXEDGE, FLEXFACE, FLEXSKIN].map((flag) => opt.flags[flag]);
  if (vert || edge || face || skin) {
    Object.assign(scene, { flexvertopt: vert, flexedgeopt: edge, flexfaceopt: face, flexskinopt: skin });
    updateFlexes(m, d, opt, scene);
  }
  if (opt.flags[VisFlag.SKIN]) updateSkins(m, d, opt, scene);
}

function defaultFreeCamera(m: Model, cam: CameraRecord): void {
  const { azimuth, elevation, orthographic } = m.vis.global;
  const { center, extent } = m.stat;
  assignRecord(cam, { ...MjvCamera.make(), lookat: center, distance: 1.5 * extent, azimuth, elevation, orthographic });
}

const cameras = named({
  mjv_cameraFrame: def(
    'headpos>?+3 forward>?+3 up>?+3 right>?+3 d cam:MjvCamera',
    (headpos, forward, up, right, d, cam) => {
      const view = camera.cameraFrame(cam, d);
      headpos?.set(view.headpos);
      forward?.set(view.forward);
      up?.set(view.up);
      right?.set(view.right);
    },
  ),
  mjv_cameraFrustum: def('zver>f?+2 zhor>f?+2 zclip>f?+2 m cam:MjvCamera', (zver, zhor, zclip, m, cam) => {
    const frustum = camera.cameraFrustum(m, cam);
    zver?.set(frustum.zver);
    zhor?.set(frustum.zhor);
    zclip?.set(frustum.zclip);
  }),
  mjv_camera2GLCamera: def('model:m data:d mjv_camera:MjvCamera', (m, d, cam) => {
    const gl = MjvGLCamera.make();
    camera.cameraToGL(gl, m, d, cam);
    return MjvGLCamera.on(gl);
  }),
  mjv_moveCamera: def('m action reldx reldy cam:MjvCamera', camera.moveCamera),
  mjv_alignToCamera: def('res>+3 vec<+3 forward<+3', (res, vec, forward) => {
    res.set(camera.alignToCamera(vec, forward));
  }),
  mjv_frustumHeight: def('scn:MjvScene', camera.frustumHeight),
  mjv_cameraInModel: cameraIn(room.cameraInModel),
  mjv_cameraInRoom: cameraIn(camera.cameraInRoom),
  mjv_room2model: def('modelpos>+3 modelquat>+4 roompos<+3 roomquat<+4 scn:MjvScene', poseBy(room.roomToModel)),
  mjv_model2room: def('roompos>+3 roomquat>+4 modelpos<+3 modelquat<+4 scn:MjvScene', poseBy(room.modelToRoom)),
  mjv_moveModel: def('m action reldx reldy roomup<+3 scn:MjvScene', room.moveModel),
});

const perturbations = named({
  mjv_initPerturb: def('m d scn:MjvScene pert:MjvPerturb', perturb.initPerturb),
  mjv_movePerturb: def('m d action reldx reldy scn:MjvScene pert:MjvPerturb', perturb.movePerturb),
  mjv_applyPerturbPose: def('m d pert:MjvPerturb flg_paused:b', perturb.applyPose),
  mjv_applyPerturbForce: def('m d pert:MjvPerturb', perturb.applyForce),
  mjv_select: def(
    'm d vopt:MjvOption aspectratio relx rely scn:MjvScene selpnt>+3 geomid>i? flexid>i? skinid>i?',
    (m, d, opt, aspect, relx, rely, scn, selpnt, geomid, flexid, skinid) => {
      const found = select(m, d, opt, aspect, relx, rely, scn);
      if (geomid) geomid[0] = found.geom;
      if (flexid) flexid[0] = found.flex;
      if (skinid) skinid[0] = found.skin;
      if (found.body >= 0) selpnt.set(found.point);
      return found.body;
    },
  ),
});

export const visualFunctions = { ...scenes, ...cameras, ...perturbations };

/** `mj_printScene`: the geoms, lights and cameras of a scene as text. */
export function printSceneFunctions(files: MemoryFiles) {
  const text = (scene: SceneState, format: (x: number) => string): string => {
    const lines = [`SCENE with ${scene.ngeom} geoms, ${scene.nlight} lights`];
    const record = (title: string, values: object): void => {
      lines.push('', title);
      for (const [name, value] of Object.entries(values)) {
        const numbers = typeof value === 'number' ? [value] : Array.from(value as Float32Array);
        if (name !== 'label') lines.push(`  ${name.padEnd(16)} ${numbers.map(format).join(' ')}`);
      }
    };
    for (let i = 0; i < scene.ngeom; i++) record(`GEOM ${i}`, scene.geoms[i]);
    for (let i = 0; i < scene.nlight; i++) record(`LIGHT ${i}`, scene.lights[i]);
    scene.camera.forEach((values, i) => {
      record(`CAMERA ${i}`, values);
    });
    return `${lines.join('\n')}\n`;
  };
  return named({
    mj_printScene: def('s:MjvScene filename:s', (scene, filename) =>
      files.writeFile(filename, text(scene, formatter('%.6g'))),
    ),
    mj_printFormattedScene: def('s:MjvScene filename:s float_format:s', (scene, filename, format) =>
      files.writeFile(filename, text(scene, formatter(format))),
    ),
  });
}
