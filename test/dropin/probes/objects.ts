/** Objects: named access, records, vectors, delete and clone. */
import { type FunctionTable, type Probes, plain, type World } from './world.ts';

/** Values of accessors of every kind. */
export const accessorProbes: Probes = Object.fromEntries(
  (
    [
      ['body', 'arm', 'mass inertia parentid sameframe user'],
      ['jnt', 'hinge', 'qpos0 type limited range axis damping bodyid M0 solref'],
      ['jnt', 'free', 'qpos0 qpos_spring type armature dampingpoly parentid'],
      ['geom', 'hand', 'size type rgba friction group condim priority'],
      ['site', 'tip', 'pos size type'],
      ['cam', 'eye', 'pos fovy mat0'],
      ['light', 'lamp', 'pos dir castshadow active diffuse'],
      ['mesh', 'tet', 'vertnum facenum graphadr'],
      ['mat', 'mat', 'rgba reflectance texid texuniform'],
      ['tex', 't', 'width height nchannel data'],
      ['hfield', 'hf', 'nrow size data'],
      ['eq', 'eq', 'active0 type data'],
      ['exclude', 'ex', 'signature'],
      ['pair', 'pair', 'geom1 friction margin'],
      ['tendon', 'ten', '_stiffness _range _limited _num'],
      ['actuator', 'motor', 'gear ctrlrange ctrllimited trnid dyntype'],
      ['sensor', 'acc', 'adr dim type'],
      ['numeric', 'num', 'data size'],
      ['tuple', 'tup', 'objid objprm'],
      ['key', 'home', 'time qpos ctrl'],
    ] as const
  ).flatMap(([kind, name, fields]) => [
    [
      `model.${kind}('${name}')`,
      ({ m }: World) => {
        const found = (m as unknown as Record<string, (key: string) => Record<string, unknown>>)[kind](name);
        return [found['id'], found['name'], ...fields.split(' ').map((field) => plain(found[field]))];
      },
    ],
    [`model.${kind} of an unknown name`, ({ m }: World) => (m as unknown as FunctionTable)[kind]('nobody')],
  ]),
);

export const dataAccessorProbes: Probes = Object.fromEntries(
  (
    [
      ['body', 'hand', 'xpos xquat xipos cvel subtree_com'],
      ['jnt', 'hinge', 'qpos qvel xaxis cdof qfrc_passive'],
      ['jnt', 'ball', 'qpos qvel qacc_smooth'],
      ['geom', 'hand', 'xpos xmat'],
      ['site', 'tip', 'xpos'],
      ['cam', 'eye', 'xpos xmat'],
      ['light', 'lamp', 'xpos xdir'],
      ['tendon', 'ten', 'length velocity wrapnum'],
      ['actuator', 'motor', 'ctrl length velocity force'],
      ['sensor', 'acc', 'data'],
    ] as const
  ).map(([kind, name, fields]) => [
    `data.${kind}('${name}')`,
    ({ d }: World) => {
      const found = (d as unknown as Record<string, (key: string) => Record<string, unknown>>)[kind](name);
      return [found['id'], found['name'], ...fields.split(' ').map((field) => plain(found[field]))];
    },
  ]),
);

export const objectProbes: Probes = {
  'a copied option has its own values': ({ m }) => {
    const copy = m.opt.copy();
    copy.timestep = 5;
    return [copy.timestep, m.opt.timestep, Array.from(copy.gravity)];
  },
  'an assigned option is copied': ({ mj, m }) => {
    const own = new mj.MjModel(m);
    const opt = new mj.MjOption();
    opt.density = 3;
    own.opt = opt;
    opt.density = 4;
    return [own.opt.density, own.opt.timestep];
  },
  'integers lose their fraction': ({ mj }) => {
    const opt = new mj.MjOption();
    opt.iterations = 7.9;
    return opt.iterations;
  },
  'floats are rounded': ({ mj }) => {
    const vis = new mj.MjVisual();
    vis.map.fogstart = 0.1;
    return vis.map.fogstart;
  },
  'parts of a visual are live': ({ mj }) => {
    const vis = new mj.MjVisual();
    vis.global.fovy = 30;
    return [vis.global.fovy, vis.copy().global.fovy, Array.from(vis.rgba.haze)];
  },
  'booleans of a data': ({ d }) => [d.flg_energypos, d.flg_rnepost, typeof d.flg_subtreevel, d.threadlock],
  'vectors of numbers': ({ mj }) => {
    const list = new mj.mjIntVec();
    list.push_back(3.7);
    list.resize(3, 7);
    return [list.size(), list.get(0), list.get(2), list.get(3), list.set(0, 9), list.get(0)];
  },
  'vectors of strings': ({ mj }) => {
    const list = new mj.mjStringVec();
    list.push_back('a');
    list.resize(2, 'b');
    return [list.get(0), list.get(1)];
  },
  'vectors contain copies': ({ mj }) => {
    const list = new mj.MjContactVec();
    const contact = new mj.MjContact();
    contact.dist = 1;
    list.push_back(contact);
    contact.dist = 2;
    return list.get(0)?.dist;
  },
  'a contact': ({ d }) => {
    const contact = d.contact.get(0)!;
    return [contact.dim, contact.geom1, contact.geom2, plain(contact.frame), plain(contact.geom), contact.efc_address];
  },
  'contacts and warnings': ({ d }) => [d.contact.size(), d.ncon, d.warning.size(), d.timer.size(), d.solver.size()],
  'numeric types': ({ m, d }) => [
    typeof m.nq,
    typeof d.time,
    typeof d.ncon,
    plain(m.geom_rgba),
    plain(m.body_parentid),
  ],
  'addresses in textures have 64 bits': ({ m }) => m.tex_adr.constructor.name,
  'names as bytes': ({ m }) => m.names.constructor.name,
  'isDeleted after delete': ({ mj, m }) => {
    const data = new mj.MjData(m);
    data.delete();
    return data.isDeleted();
  },
  'clones keep the object alive': ({ mj, m }) => {
    const data = new mj.MjData(m);
    const twin = data.clone();
    data.delete();
    return [twin.qpos.length, twin.isDeleted()];
  },
  instanceof: ({ mj, m, d }) => [
    m.opt instanceof (mj.MjOption as never),
    d.contact instanceof (mj.MjContactVec as never),
    m.geom(0) instanceof (mj.MjModelGeomAccessor as never),
    mj.mjtJoint.mjJNT_HINGE instanceof (mj.mjtJoint as never),
  ],
  'members of enumerations by number': ({ mj }) =>
    (mj.mjtGeom as unknown as { values: Record<number, unknown> }).values[6] === mj.mjtGeom.mjGEOM_BOX,
  'names of classes': ({ m, d }) => [
    m.constructor.name,
    d.constructor.name,
    m.opt.constructor.name,
    m.vis.constructor.name,
  ],
  'a keyframe is written': ({ mj, m, d }) => {
    const own = new mj.MjModel(m);
    mj.mj_setKeyframe(own, d, 1);
    return [own.key_time[1], Array.from(own.key_qpos.slice(m.nq, m.nq + 3)), own.nkey];
  },
};
