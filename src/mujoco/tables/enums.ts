/** The enumerations under the names of the npm package: `mjtJoint.mjJNT_FREE.value`. */
import * as spec from '../../core/model/enums/spec.ts';
import * as enums from '../../core/model/enums.ts';
import * as visual from '../visual/enums.ts';
import * as other from './otherEnums.ts';

/** A member, in the form of the package's bindings. */
export interface EnumValue<T extends number = number> {
  readonly value: T;
}

/** Package name, our enumeration, prefix of its members, additional members. */
type Row = readonly [string, Readonly<Record<string, number>>, string, Readonly<Record<string, number>>?];

const table = [
  ['mjtDisableBit', enums.Disable, 'mjDSBL_', { mjNDISABLE: 20 }],
  ['mjtEnableBit', enums.Enable, 'mjENBL_', { mjNENABLE: 6 }],
  ['mjtJoint', enums.JointType, 'mjJNT_'],
  ['mjtGeom', enums.GeomType, 'mjGEOM_', { mjNGEOMTYPES: 9 }],
  ['mjtProjection', enums.Projection, 'mjPROJ_'],
  ['mjtCamLight', enums.CamLightMode, 'mjCAMLIGHT_'],
  ['mjtLightType', enums.LightType, 'mjLIGHT_'],
  ['mjtTexture', enums.TextureType, 'mjTEXTURE_'],
  ['mjtTextureRole', enums.TextureRole, 'mjTEXROLE_', { mjNTEXROLE: 10 }],
  ['mjtColorSpace', enums.ColorSpace, 'mjCOLORSPACE_'],
  ['mjtIntegrator', enums.Integrator, 'mjINT_'],
  ['mjtCone', enums.Cone, 'mjCONE_'],
  ['mjtJacobian', enums.JacobianType, 'mjJAC_'],
  ['mjtSolver', enums.Solver, 'mjSOL_'],
  ['mjtEq', enums.EqType, 'mjEQ_'],
  ['mjtWrap', enums.WrapType, 'mjWRAP_'],
  ['mjtTrn', enums.TrnType, 'mjTRN_'],
  ['mjtDyn', enums.DynType, 'mjDYN_'],
  ['mjtGain', enums.GainType, 'mjGAIN_'],
  ['mjtBias', enums.BiasType, 'mjBIAS_'],
  ['mjtCtrlChart', enums.CtrlChart, 'mjCHART_'],
  ['mjtCtrlInput', enums.CtrlInput, 'mjINPUT_'],
  ['mjtObj', enums.ObjType, 'mjOBJ_', { mjNOBJECT: 26 }],
  ['mjtSensor', enums.SensorType, 'mjSENS_'],
  ['mjtStage', enums.Stage, 'mjSTAGE_'],
  ['mjtDataType', enums.DataType, 'mjDATATYPE_'],
  ['mjtConDataField', enums.ConDataField, 'mjCONDATA_', { mjNCONDATA: 7 }],
  ['mjtRayDataField', enums.RayDataField, 'mjRAYDATA_', { mjNRAYDATA: 6 }],
  ['mjtCamOutBit', enums.CamOut, 'mjCAMOUT_', { mjNCAMOUT: 5 }],
  ['mjtSameFrame', enums.SameFrame, 'mjSAMEFRAME_'],
  ['mjtSleepPolicy', enums.SleepPolicy, 'mjSLEEP_'],
  ['mjtLRMode', enums.LengthRangeMode, 'mjLRMODE_'],
  ['mjtState', enums.StateBit, 'mjSTATE_', { mjNSTATE: 14 }],
  ['mjtConstraint', enums.ConstraintType, 'mjCNSTR_'],
  ['mjtConstraintState', enums.ConstraintState, 'mjCNSTRSTATE_'],
  ['mjtWarning', enums.Warning, 'mjWARN_', { mjNWARNING: 7 }],
  ['mjtTimer', enums.Timer, 'mjTIMER_', { mjNTIMER: 15 }],
  ['mjtSleepState', enums.SleepState, 'mjS_'],
  // of specs
  ['mjtAlignFree', spec.AlignFree, 'mjALIGNFREE_'],
  ['mjtBuiltin', spec.TextureBuiltin, 'mjBUILTIN_'],
  ['mjtConflict', spec.ConflictMode, 'mjCONFLICT_'],
  ['mjtGeomInertia', spec.GeomInertia, 'mjINERTIA_'],
  ['mjtInertiaFromGeom', spec.InertiaFromGeom, 'mjINERTIAFROMGEOM_'],
  ['mjtLimited', spec.LimitedMode, 'mjLIMITED_'],
  ['mjtMark', spec.TextureMark, 'mjMARK_'],
  ['mjtMeshBuiltin', spec.MeshBuiltin, 'mjMESH_BUILTIN_'],
  ['mjtMeshInertia', spec.MeshInertia, 'mjMESH_INERTIA_'],
  ['mjtOrientation', spec.OrientationType, 'mjORIENTATION_'],
  // of scenes
  ['mjtCamera', visual.CameraType, 'mjCAMERA_'],
  ['mjtCatBit', visual.CatBit, 'mjCAT_'],
  ['mjtFrame', visual.Frame, 'mjFRAME_', { mjNFRAME: 8 }],
  ['mjtLabel', visual.Label, 'mjLABEL_', { mjNLABEL: 17 }],
  ['mjtMouse', visual.Mouse, 'mjMOUSE_'],
  ['mjtPertBit', visual.PertBit, 'mjPERT_'],
  ['mjtRndFlag', visual.RndFlag, 'mjRND_', { mjNRNDFLAG: 11 }],
  ['mjtStereo', visual.Stereo, 'mjSTEREO_'],
  ['mjtVisFlag', visual.VisFlag, 'mjVIS_', { mjNVISFLAG: 31 }],
  // of features that are missing here
  ['mjtButton', other.Button, 'mjBUTTON_'],
  ['mjtCTimer', other.CompileTimer, 'mjCTIMER_', { mjNCTIMER: 9 }],
  ['mjtDepthMap', other.DepthMap, 'mjDEPTH_'],
  ['mjtEvent', other.Event, 'mjEVENT_'],
  ['mjtFlexSelf', other.FlexSelf, 'mjFLEXSELF_'],
  ['mjtFont', other.Font, 'mjFONT_'],
  ['mjtFontScale', other.FontScale, 'mjFONTSCALE_'],
  ['mjtFramebuffer', other.Framebuffer, 'mjFB_'],
  ['mjtGridPos', other.GridPos, 'mjGRID_'],
  ['mjtItem', other.Item, 'mjITEM_', { mjNITEM: 14 }],
  ['mjtLogLevel', other.LogLevel, 'mjLOG_'],
  ['mjtLogTopic', other.LogTopic, 'mjTOPIC_', { mjNTOPIC: 3 }],
  ['mjtPluginCapabilityBit', other.PluginCapability, 'mjPLUGIN_'],
  ['mjtSDFType', other.SdfType, 'mjSDFTYPE_'],
  ['mjtSection', other.Section, 'mjSECT_'],
  ['mjrIndexType', other.IndexType, 'mjINDEX_TYPE_'],
  ['mjrMeshPrimitiveType', other.MeshPrimitive, 'mjMESH_PRIMITIVE_TYPE_'],
  ['mjrPixelFormat', other.PixelFormat, 'mjPIXEL_FORMAT_'],
  ['mjrVertexAttributeType', other.VertexAttribute, 'mjVERTEX_ATTRIBUTE_TYPE_'],
  ['mjrVertexAttributeUsage', other.VertexUsage, 'mjVERTEX_ATTRIBUTE_USAGE_'],
] as const satisfies readonly Row[];

type Table = (typeof table)[number];
type Text<K> = K extends string | number ? `${K}` : never;
type Additional<R extends Table> = R extends readonly [...unknown[], infer N extends Record<string, number>]
  ? N
  : unknown;
/** Values by the names of the package. */
type Values<R extends Table> = { [K in keyof R[1] as `${R[2]}${Text<K>}`]: R[1][K] } & Additional<R>;
/** An enumeration: its members, and the members by value. */
export type EnumOf<R extends Table> = {
  readonly [K in keyof Values<R>]: Values<R>[K] extends infer V extends number ? EnumValue<V> : never;
} & { readonly values: Readonly<Record<number, EnumValue>> };
type Enums = { readonly [R in Table as R[0]]: EnumOf<R> };

/** Every enumeration of the drop-in API by name. */
export const mujocoEnums = Object.fromEntries(table.map((row: Row) => [row[0], enumeration(row)])) as unknown as Enums;

/** A class whose instances are the members, which are also its static properties. */
function enumeration([title, members, prefix, more = {}]: Row): object {
  class Member implements EnumValue {
    readonly value: number;

    constructor(value: number) {
      this.value = value;
    }
  }
  Object.defineProperty(Member, 'name', { value: title });
  const values: Record<number, Member> = {};
  const all = [
    ...Object.entries(members).map(([key, value]) => [prefix + key, value] as const),
    ...Object.entries(more),
  ];
  for (const [name, value] of all) {
    const member = new Member(value);
    values[value] = member;
    Object.defineProperty(Member, name, { value: member, enumerable: true });
  }
  Object.defineProperty(Member, 'values', { value: values });
  return Member;
}
