/** Skins, height fields, textures, and the shapes of geoms. */
import { GeomType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { expectAllWithin, expectPacked, expectValue, expectWithin, fail, Packing } from './expect.ts';

export function checkSkins(m: Model): void {
  const { nskin, skin_vertnum, skin_texcoordadr, skin_bonevertadr, skin_bonevertnum } = m;
  expectPacked('skin_vertadr', m.skin_vertadr, 'skin_vertnum', skin_vertnum, 'nskinvert', m.nskinvert);
  expectPacked('skin_faceadr', m.skin_faceadr, 'skin_facenum', m.skin_facenum, 'nskinface', m.nskinface);
  expectPacked('skin_boneadr', m.skin_boneadr, 'skin_bonenum', m.skin_bonenum, 'nskinbone', m.nskinbone);
  expectPacked(
    ...(['skin_bonevertadr', skin_bonevertadr, 'skin_bonevertnum', skin_bonevertnum] as const),
    ...(['nskinbonevert', m.nskinbonevert] as const),
  );
  for (let k = 0; k < nskin; k++) {
    const face = 3 * m.skin_faceadr[k];
    expectAllWithin('skin_face', m.skin_face, face, face + 3 * m.skin_facenum[k], 0, skin_vertnum[k]);
    for (let b = m.skin_boneadr[k]; b < m.skin_boneadr[k] + m.skin_bonenum[k]; b++) {
      const from = skin_bonevertadr[b];
      expectAllWithin('skin_bonevertid', m.skin_bonevertid, from, from + skin_bonevertnum[b], 0, skin_vertnum[k]);
    }
    if (skin_texcoordadr[k] !== -1) {
      expectWithin('skin_texcoordadr', skin_texcoordadr, k, 0, m.nskintexvert - skin_vertnum[k] + 1);
    }
  }
}

export function checkHeightFields(m: Model): void {
  const { nhfield, hfield_nrow, hfield_ncol, hfield_adr } = m;
  const data = new Packing('nhfielddata', m.nhfielddata);
  for (let k = 0; k < nhfield; k++) {
    const left = m.nhfielddata - data.end;
    expectWithin('hfield_nrow', hfield_nrow, k, 1, left + 1);
    expectWithin('hfield_ncol', hfield_ncol, k, 1, Math.floor(left / hfield_nrow[k]) + 1);
    data.add('hfield_adr', hfield_adr, k, 'hfield_nrow', hfield_nrow[k] * hfield_ncol[k]);
  }
  data.finish();
}

export function checkTextures(m: Model): void {
  const { ntex, tex_height, tex_width, tex_nchannel, tex_adr } = m;
  const data = new Packing('ntexdata', m.ntexdata);
  for (let k = 0; k < ntex; k++) {
    const left = m.ntexdata - data.end;
    expectWithin('tex_height', tex_height, k, 1, left + 1);
    expectWithin('tex_width', tex_width, k, 1, Math.floor(left / tex_height[k]) + 1);
    const pixels = tex_height[k] * tex_width[k];
    data.add('tex_adr', tex_adr, k, 'tex_nchannel', pixels * tex_nchannel[k]);
  }
  data.finish();
}

/** The mesh or height field of each geom that needs one. */
export function checkShapes(m: Model): void {
  const { ngeom, geom_type, geom_dataid, geom_plugin, mesh_octnum } = m;
  for (let g = 0; g < ngeom; g++) {
    const type = geom_type[g];
    if (type === GeomType.HFIELD) expectWithin('geom_dataid', geom_dataid, g, 0, m.nhfield);
    else if (type === GeomType.MESH) expectWithin('geom_dataid', geom_dataid, g, 0, m.nmesh);
    else expectWithin('geom_dataid', geom_dataid, g, -1, m.nmesh);
    if (type !== GeomType.SDF || geom_plugin[g] >= 0) continue;
    if (geom_dataid[g] < 0) fail('geom_dataid', g, 'the mesh of a signed distance field', geom_dataid[g]);
    if (mesh_octnum[geom_dataid[g]] === 0) {
      expectValue('geom_type', geom_type, g, GeomType.MESH, 'as its mesh has no octree');
    }
  }
}
