/** Every size of the Model, counted from the compiled elements. */

import { EqType } from '../../core/model/enums.ts';
import type { ModelSize } from '../../core/model/fields/index.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import type { CompileState, Node } from '../compileState.ts';
import { byteLength, nameLists } from '../emit/names.ts';
import { filePath } from '../emit/paths.ts';
import { attributeBytes } from '../emit/plugins.ts';
import type { Structure } from '../structure.ts';
import { textureBytes } from '../texture/texture.ts';
import { arenaBytes } from './arenaBytes.ts';

export type Sizes = Partial<Record<ModelSize, number>>;

export function modelSizesOf(state: CompileState, s: Structure): Sizes {
  const { spec, user } = state;
  const sizes: Sizes = {
    nq: s.nq,
    nv: s.nv,
    ntree: s.ntree,
    nM: s.nM,
    nB: s.nB,
    nC: s.nC,
    nD: s.nD,
    nJten: s.nJten,
    nJmom: s.nJmom,
    nJfe: s.nJfe,
    nJfv: s.nJfv,
    nefm0dof: s.nefm0dof,
    nefm0L: s.nefm0L,
    nmocap: s.nmocap,
    ...counts(state),
    ...assetSizes(state),
    ...dataSizes(state),
    nuser_body: user.body,
    nuser_jnt: user.jnt,
    nuser_geom: user.geom,
    nuser_site: user.site,
    nuser_cam: user.cam,
    nuser_tendon: user.tendon,
    nuser_actuator: user.actuator,
    nuser_sensor: user.sensor,
    njmax: spec.size.njmax,
    nconmax: spec.size.nconmax,
    nuserdata: spec.size.nuserdata,
    ...nameSizes(state),
  };
  sizes.narena = arenaBytes(spec.size, sizes);
  return sizes;
}

function counts(state: CompileState): Sizes {
  return {
    nbody: state.bodies.length,
    njnt: state.joints.length,
    ngeom: state.geoms.length,
    nsite: state.sites.length,
    ncam: state.cameras.length,
    nlight: state.lights.length,
    nflex: state.flexes.length,
    nmesh: state.meshes.length,
    nskin: state.skins.length,
    nhfield: state.hfields.length,
    ntex: state.textures.length,
    nmat: state.materials.length,
    npair: state.pairs.length,
    nexclude: state.excludes.length,
    neq: state.equalities.length,
    ntendon: state.tendons.length,
    nactuator: state.actuators.length,
    nsensor: state.sensors.length,
    nnumeric: state.numerics.length,
    ntext: state.texts.length,
    ntuple: state.tuples.length,
    nkey: state.keys.length,
    nplugin: state.plugins.length,
    npluginattr: sum(state.plugins, attributeBytes),
    npluginstate: sum(state.plugins, (p) => p.statenum),
    nu: sum(state.actuators, (a) => a.ctrlnum),
    nout: sum(state.actuators, (a) => a.outnum),
    na: sum(state.actuators, (a) => a.actdim),
    nwrap: sum(state.tendons, (t) => t.path.length),
    ngravcomp: state.bodies.filter((b) => b.spec.gravcomp > 0).length,
    nemax: sum(state.equalities, ({ spec }) => (spec.type === EqType.CONNECT ? 3 : spec.type === EqType.WELD ? 7 : 1)),
  };
}

function assetSizes(state: CompileState): Sizes {
  const meshes = state.meshes.map((m) => m.data!);
  const nbvhstatic = state.spareVolumes + sum(state.bodies, (b) => b.bvh?.nbvh ?? 0) + sum(meshes, (m) => m.bvh.nbvh);
  const nbvhdynamic = sum(state.flexes, (f) => f.bvh!.nbvh);
  return {
    nbvh: nbvhstatic + nbvhdynamic,
    nbvhstatic,
    nbvhdynamic,
    ...deformableSizes(state),
    noct: sum(meshes, (m) => m.field?.depth.length ?? 0),
    nmeshvert: sum(meshes, (m) => m.vert.length / 3),
    nmeshnormal: sum(meshes, (m) => m.normal.length / 3),
    nmeshtexcoord: sum(meshes, (m) => m.texcoord.length / 2),
    nmeshface: sum(meshes, (m) => m.face.length / 3),
    nmeshgraph: sum(meshes, (m) => m.graph.length),
    nmeshpoly: sum(meshes, (m) => m.polynum),
    nmeshpolyvert: sum(meshes, (m) => m.polyvert.length),
    nmeshpolymap: sum(meshes, (m) => m.polymap.length),
    npolygonmax: meshes.reduce((n, m) => Math.max(n, largest(m.polyvertnum)), 0),
    nmeshdegmax: meshes.reduce((n, m) => Math.max(n, largest(m.polymapnum)), 0),
    nhfielddata: sum(state.hfields, (h) => h.data!.nrow * h.data!.ncol),
    ntexdata: sum(state.textures, (t) => textureBytes(t.data!)),
  };
}

function deformableSizes(state: CompileState): Sizes {
  const { flexes } = state;
  const skins = state.skins.map((s) => s.data!);
  return {
    nflexnode: sum(flexes, (f) => f.nodebodies.length),
    nflexvert: sum(flexes, (f) => f.nvert),
    nflexedge: sum(flexes, (f) => f.edge.length / 2),
    nflexelem: sum(flexes, (f) => f.elemlayer.length),
    nflexelemdata: sum(flexes, (f) => f.elem.length),
    nflexelemedge: sum(flexes, (f) => f.elemedge.length),
    nflexshelldata: sum(flexes, (f) => f.shell.length),
    nflexevpair: sum(flexes, (f) => f.evpair.length / 2),
    nflextexcoord: sum(flexes, (f) => f.texcoord.length / 2),
    nflexstiffness: sum(flexes, (f) => f.stiffness.length),
    nflexbending: sum(flexes, (f) => f.bending.length),
    nskinvert: sum(skins, (s) => s.vert.length / 3),
    nskintexvert: sum(skins, (s) => s.texcoord.length / 2),
    nskinface: sum(skins, (s) => s.face.length / 3),
    nskinbone: sum(skins, (s) => s.bones.length),
    nskinbonevert: sum(skins, (s) => sum(s.bones, (b) => b.vertid.length)),
  };
}

function dataSizes(state: CompileState): Sizes {
  return {
    nsensordata: sum(state.sensors, (s) => s.dim),
    nhistory:
      sum(state.actuators, ({ spec: a }) => (a.nsample > 0 ? 2 + 2 * a.nsample : 0)) +
      sum(state.sensors, ({ spec: s, dim }) => (s.nsample > 0 ? 2 + s.nsample + s.nsample * dim : 0)),
    nnumericdata: sum(state.numerics, (n) => n.size),
    ntextdata: sum(state.texts, ({ spec }) => byteLength(spec.data) + 1),
    ntupledata: sum(state.tuples, (t) => t.objects.length),
  };
}

function nameSizes(state: CompileState): Sizes {
  let nnames = byteLength(state.spec.modelname) + 1;
  let elements = 0;
  for (const list of nameLists(state)) {
    elements += list.length;
    nnames += sum(list as readonly Node<SpecElement>[], (node) => byteLength(node.name) + 1);
  }
  const paths = [...state.hfields, ...state.meshes, ...state.skins, ...state.textures].map((node) =>
    filePath(node.spec),
  );
  const npaths = sum(paths, (path) => (path === '' ? 0 : byteLength(path) + 1));
  return { nnames, nnames_map: 2 * elements, npaths: Math.max(1, npaths) };
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += value(item);
  return total;
}

function largest(numbers: ArrayLike<number>): number {
  let result = 0;
  for (let i = 0; i < numbers.length; i++) result = Math.max(result, numbers[i]);
  return result;
}
