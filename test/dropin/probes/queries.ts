/** Queries about a state, and functions that change models. */
import { ints, out, type Probes, q, v, w } from './world.ts';

export const queryProbes: Probes = {
  mj_jac: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jac(m, d, b, null, v, 2)),
  mj_jacBody: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacBody(m, d, null, b, 3)),
  mj_jacBodyCom: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacBodyCom(m, d, b, null, 3)),
  mj_jacGeom: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacGeom(m, d, b, null, 3)),
  mj_jacSite: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacSite(m, d, b, null, 1)),
  mj_jacSubtreeCom: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacSubtreeCom(m, d, b, 2)),
  mj_jacPointAxis: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacPointAxis(m, d, null, b, v, [0, 0, 1], 3)),
  mj_jacDot: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_jacDot(m, d, b, null, v, 3)),
  mj_angmomMat: ({ mj, m, d }) => out(mj, 3 * m.nv, (b) => mj.mj_angmomMat(m, d, b, 2)),
  mj_mulJacVec: ({ mj, m, d }) => out(mj, d.nefc, (b) => mj.mj_mulJacVec(m, d, b, d.qvel)),
  mj_mulJacTVec: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_mulJacTVec(m, d, b, d.efc_pos)),
  mj_fullM: ({ mj, m, d }) => out(mj, m.nv * m.nv, (b) => mj.mj_fullM(m, d, b)),
  mj_addM: ({ mj, m, d }) => out(mj, m.nM, (b) => mj.mj_addM(m, d, b, m.M_rownnz, m.M_rowadr, m.M_colind)),
  mj_mulM: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_mulM(m, d, b, d.qvel)),
  mj_mulM2: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_mulM2(m, d, b, d.qvel)),
  mj_solveM: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_solveM(m, d, b, d.qvel)),
  mj_solveM2: ({ mj, m, d }) =>
    out(mj, m.nv, (b) => mj.mj_solveM2(m, d, b, d.qvel, (d.qLDiagInv as Float64Array).map(Math.sqrt) as never)),
  mj_rne: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_rne(m, d, 1, b)),
  mj_applyFT: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_applyFT(m, d, v, w, v, 3, b)),
  mj_objectVelocity: ({ mj, m, d }) => out(mj, 6, (b) => mj.mj_objectVelocity(m, d, 1, 3, b, 1)),
  mj_objectAcceleration: ({ mj, m, d }) => out(mj, 6, (b) => mj.mj_objectAcceleration(m, d, 1, 3, b, 0)),
  mj_contactForce: ({ mj, m, d }) => out(mj, 6, (b) => mj.mj_contactForce(m, d, 0, b)),
  mj_local2Global: ({ mj, d }) => out(mj, 3, (b) => mj.mj_local2Global(d, b, new mj.DoubleBuffer(9), v, q, 2, 0)),
  mj_differentiatePos: ({ mj, m, d }) => out(mj, m.nv, (b) => mj.mj_differentiatePos(m, b, 0.5, m.qpos0, d.qpos)),
  mj_integratePos: ({ mj, m, d }) => {
    const b = mj.DoubleBuffer.FromArray(d.qpos);
    mj.mj_integratePos(m, b, d.qvel, 0.1);
    return Array.from(b.GetView());
  },
  mj_normalizeQuat: ({ mj, m }) => {
    const b = mj.DoubleBuffer.FromArray(Array.from({ length: m.nq }, (_, i) => i + 1));
    mj.mj_normalizeQuat(m, b);
    return Array.from(b.GetView());
  },
  mj_getTotalmass: ({ mj, m }) => mj.mj_getTotalmass(m),
  mj_constraintUpdate: ({ mj, m, d }) => {
    const own = new mj.MjData(m, d);
    const cost = new mj.DoubleBuffer(1);
    const jar = new mj.DoubleBuffer(own.nefc);
    mj.mj_mulJacVec(m, own, jar, own.qacc);
    mj.mju_subFrom(jar, own.efc_aref);
    mj.mj_constraintUpdate(m, own, jar.GetView(), cost, 0);
    return [cost.GetView()[0], Array.from(own.efc_force), Array.from(own.efc_state), Array.from(own.qfrc_constraint)];
  },
  mj_ray: ({ mj, m, d }) =>
    ints(mj, [-7], (b) => mj.mj_ray(m, d, [0, 0, 3], [0, 0, -1], null as never, true, -1, b, null)),
  'mj_ray with groups': ({ mj, m, d }) =>
    ints(mj, [-7], (b) => mj.mj_ray(m, d, [0, 0, 3], [0, 0, -1], [0, 1, 1, 1, 1, 1], false, -1, b, null)),
  mj_multiRay: ({ mj, m, d }) =>
    out(mj, 2, (b) =>
      mj.mj_multiRay(
        m,
        d,
        [0, 0, 3],
        [0, 0, -1, 1, 0, 0],
        null as never,
        true,
        -1,
        new mj.IntBuffer(2),
        b,
        null,
        2,
        100,
      ),
    ),
  mj_rayMesh: ({ mj, m, d }) => mj.mj_rayMesh(m, d, m.geom('tool').id, [-1, 0, 5], [0, 0, -1], null),
  mj_rayHfield: ({ mj, m, d }) => mj.mj_rayHfield(m, d, m.geom('hill').id, [3.1, 3.1, 5], [0, 0, -1], null),
  mj_geomDistance: ({ mj, m, d }) => out(mj, 6, (b) => mj.mj_geomDistance(m, d, 2, 3, 10, b)),
  mj_maxContact: ({ mj, m }) => {
    const all: number[] = [];
    for (let i = 0; i < m.ngeom; i++) for (let j = 0; j < m.ngeom; j++) all.push(mj.mj_maxContact(m, i, j, -1));
    return all;
  },
  mj_stateSize: ({ mj, m }) => [1, 2, 14, 30, 8223, 16383].map((sig) => mj.mj_stateSize(m, sig)),
  mj_getState: ({ mj, m, d }) => out(mj, mj.mj_stateSize(m, 8223), (b) => mj.mj_getState(m, d, b, 8223)),
  mj_extractState: ({ mj, m, d }) => {
    const all = new mj.DoubleBuffer(mj.mj_stateSize(m, 14));
    mj.mj_getState(m, d, all, 14);
    return out(mj, m.nv, (b) => mj.mj_extractState(m, all.GetView(), 14, b, 4));
  },
  mj_copyState: ({ mj, m, d }) => {
    const own = new mj.MjData(m);
    mj.mj_copyState(m, d, own, 14);
    return [own.time, Array.from(own.qpos), Array.from(own.qvel)];
  },
  mj_readCtrl: ({ mj, m, d }) => mj.mj_readCtrl(m, d, 1, 0, 0),
  mj_actuatorInputName: ({ mj, m }) => mj.mj_actuatorInputName(m, 0, 0),
  mj_name2id: ({ mj, m }) => [mj.mj_name2id(m, 5, 'hand'), mj.mj_name2id(m, 5, 'nothing'), mj.mj_id2name(m, 1, 2)],
  'mj_is...': ({ mj, m }) => [mj.mj_isDual(m), mj.mj_isPyramidal(m), mj.mj_isSparse(m)],
  mj_version: ({ mj }) => [mj.mj_version(), mj.mj_versionString(), mj.mjVERSION_HEADER],
  mj_setTotalmass: ({ mj, m }) => {
    const own = new mj.MjModel(m);
    mj.mj_setTotalmass(own, 10);
    return [mj.mj_getTotalmass(own), Array.from(own.body_mass)];
  },
  mj_setConst: ({ mj, m }) => {
    const own = new mj.MjModel(m);
    own.body_mass[1] = 5;
    mj.mj_setConst(own, new mj.MjData(own));
    return [Array.from(own.body_subtreemass), Array.from(own.dof_M0), own.stat.meanmass];
  },
  mj_defaultSolRefImp: ({ mj }) => {
    const solimp = new mj.DoubleBuffer(5);
    return [out(mj, 2, (b) => mj.mj_defaultSolRefImp(b, solimp)), Array.from(solimp.GetView())];
  },
  mj_defaultOption: ({ mj }) => {
    const opt = new mj.MjOption();
    opt.timestep = 9;
    mj.mj_defaultOption(opt);
    return [opt.timestep, opt.iterations];
  },
  mj_defaultLROpt: ({ mj }) => {
    const opt = new mj.MjLROpt();
    opt.mode = 3;
    mj.mj_defaultLROpt(opt);
    return [opt.mode, opt.useexisting, opt.accel, opt.tolrange];
  },
  mj_setLengthRange: ({ mj, m }) => {
    const own = new mj.MjModel(m);
    const opt = new mj.MjLROpt();
    opt.mode = 3;
    opt.uselimit = 1;
    return [mj.mj_setLengthRange(own, new mj.MjData(own), 0, opt), Array.from(own.actuator_lengthrange)];
  },
  mj_resetDataKeyframe: ({ mj, m }) => {
    const own = new mj.MjData(m);
    mj.mj_resetDataKeyframe(m, own, 0);
    return [own.time, Array.from(own.qpos), Array.from(own.ctrl)];
  },
  'mj_resetDataKeyframe out of range': ({ mj, m }) => {
    const own = new mj.MjData(m);
    own.time = 3;
    mj.mj_resetDataKeyframe(m, own, 77);
    return [own.time, own.qpos[2]];
  },
  mj_addContact: ({ mj, m, d }) => {
    const own = new mj.MjData(m, d);
    const result = mj.mj_addContact(m, own, own.contact.get(0)!);
    return [result, own.ncon - d.ncon, own.contact.get(own.ncon - 1)?.dist];
  },
  mj_sizeModel: ({ mj, m }) => String(mj.mj_sizeModel(m)),
  'a model is saved and loaded': ({ mj, m }) => {
    mj.mj_saveModel(m, '/tmp/probe.mjb', null);
    const again = mj.MjModel.mj_loadModel('/tmp/probe.mjb', new mj.MjVFS());
    return [again.nq, Array.from(again.body_mass), again.opt.timestep, again.vis.map.znear, again.geom('hand').type];
  },
};
