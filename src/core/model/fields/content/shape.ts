/** Allowed values of the integer fields of a Model: geom, site, camera and light fields. */
import { CamLightMode, CamOut, GeomType, LightType, Projection, SameFrame } from '../../enums.ts';
import type { shapeFields } from '../shape.ts';
import { any, bits, type Contents, flag, id, idOrNone, member, range, within } from './content.ts';

/** Possible dimensions of a contact. */
export const CONDIM = { NORMAL: 1, SLIDING: 3, TORSION: 4, ROLLING: 6 } as const;

export const shapeContent: Contents<typeof shapeFields> = {
  geom_type: range(GeomType.PLANE, GeomType.SDF, 'geoms'),
  geom_contype: any,
  geom_conaffinity: any,
  geom_condim: member(CONDIM),
  geom_bodyid: id('nbody', 'tree'),
  geom_dataid: within('geoms'),
  geom_matid: idOrNone('nmat'),
  geom_group: any,
  geom_priority: any,
  geom_plugin: idOrNone('nplugin', 'geoms'),
  geom_sameframe: member(SameFrame),
  site_type: range(GeomType.PLANE, GeomType.SDF),
  site_bodyid: id('nbody'),
  site_matid: idOrNone('nmat'),
  site_group: any,
  site_sameframe: member(SameFrame),
  cam_mode: member(CamLightMode),
  cam_bodyid: id('nbody'),
  cam_targetbodyid: idOrNone('nbody'),
  cam_projection: member(Projection),
  cam_resolution: any,
  cam_output: bits(CamOut),
  light_mode: member(CamLightMode),
  light_bodyid: id('nbody'),
  light_targetbodyid: idOrNone('nbody'),
  light_type: member(LightType),
  light_texid: idOrNone('ntex'),
  light_castshadow: flag,
  light_active: flag,
};
