/** Kinds of elements that have a lookup by name. Views and their types follow from this table. */
import {
  BiasType,
  CamLightMode,
  DynType,
  EqType,
  GainType,
  GeomType,
  JointType,
  LightType,
  ObjType,
  SensorType,
  TrnType,
} from '../enums.ts';

export interface Kind {
  readonly type: ObjType;
  readonly size: string;
  /** Beginnings of field names that members leave out: the first one that fits. */
  readonly prefixes: readonly string[];
  /** Sizes of other arrays in which an element has rows (`rowRanges`). Fields of one column are numbers: those of the first row. */
  readonly numbers?: readonly string[];
  /** The same, with arrays of all rows. */
  readonly arrays?: readonly string[];
  /** Default: views of a Model and of a `Data`. */
  readonly modelOnly?: true;
  /** Enumerations of members, for printing. */
  readonly enums?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const kinds = {
  body: { type: ObjType.BODY, size: 'nbody', prefixes: ['body_'], arrays: ['nmocap'] },
  joint: {
    type: ObjType.JOINT,
    size: 'njnt',
    prefixes: ['jnt_', 'dof_'],
    arrays: ['nq', 'nv'],
    enums: { type: JointType },
  },
  geom: { type: ObjType.GEOM, size: 'ngeom', prefixes: ['geom_'], enums: { type: GeomType } },
  site: { type: ObjType.SITE, size: 'nsite', prefixes: ['site_'], enums: { type: GeomType } },
  camera: { type: ObjType.CAMERA, size: 'ncam', prefixes: ['cam_'], enums: { mode: CamLightMode } },
  light: { type: ObjType.LIGHT, size: 'nlight', prefixes: ['light_'], enums: { type: LightType, mode: CamLightMode } },
  flex: {
    type: ObjType.FLEX,
    size: 'nflex',
    prefixes: ['flex_'],
    arrays: [
      'nflexvert',
      'nflexedge',
      'nflexelem',
      'nflexnode',
      'nflexelemdata',
      'nflexelemedge',
      'nflexshelldata',
      'nflexevpair',
    ],
  },
  mesh: {
    type: ObjType.MESH,
    size: 'nmesh',
    prefixes: ['mesh_'],
    arrays: [
      'nmeshvert',
      'nmeshnormal',
      'nmeshtexcoord',
      'nmeshface',
      'nmeshgraph',
      'nmeshpoly',
      'nmeshpolyvert',
      'nmeshpolymap',
    ],
    modelOnly: true,
  },
  skin: {
    type: ObjType.SKIN,
    size: 'nskin',
    prefixes: ['skin_'],
    arrays: ['nskinvert', 'nskintexvert', 'nskinface', 'nskinbone', 'nskinbonevert'],
    modelOnly: true,
  },
  hfield: { type: ObjType.HFIELD, size: 'nhfield', prefixes: ['hfield_'], arrays: ['nhfielddata'], modelOnly: true },
  texture: { type: ObjType.TEXTURE, size: 'ntex', prefixes: ['tex_'], arrays: ['ntexdata'], modelOnly: true },
  material: { type: ObjType.MATERIAL, size: 'nmat', prefixes: ['mat_'], modelOnly: true },
  pair: { type: ObjType.PAIR, size: 'npair', prefixes: ['pair_'], modelOnly: true },
  exclude: { type: ObjType.EXCLUDE, size: 'nexclude', prefixes: ['exclude_'], modelOnly: true },
  equality: { type: ObjType.EQUALITY, size: 'neq', prefixes: ['eq_'], enums: { type: EqType } },
  tendon: { type: ObjType.TENDON, size: 'ntendon', prefixes: ['tendon_', 'ten_'], arrays: ['nJten', 'nwrap'] },
  actuator: {
    type: ObjType.ACTUATOR,
    size: 'nactuator',
    prefixes: ['actuator_'],
    numbers: ['nu', 'nout'],
    arrays: ['na', 'nJmom'],
    enums: { trntype: TrnType, dyntype: DynType, gaintype: GainType, biastype: BiasType },
  },
  sensor: {
    type: ObjType.SENSOR,
    size: 'nsensor',
    prefixes: ['sensor_', 'sensor'],
    arrays: ['nsensordata'],
    enums: { type: SensorType, objtype: ObjType },
  },
  numeric: {
    type: ObjType.NUMERIC,
    size: 'nnumeric',
    prefixes: ['numeric_'],
    arrays: ['nnumericdata'],
    modelOnly: true,
  },
  text: { type: ObjType.TEXT, size: 'ntext', prefixes: ['text_'], arrays: ['ntextdata'], modelOnly: true },
  tuple: { type: ObjType.TUPLE, size: 'ntuple', prefixes: ['tuple_'], arrays: ['ntupledata'], modelOnly: true },
  key: { type: ObjType.KEY, size: 'nkey', prefixes: ['key_'], modelOnly: true },
} as const satisfies Record<string, Kind>;
