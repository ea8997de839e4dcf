/** The enumerations under the names of the npm package: `mjtJoint.mjJNT_FREE.value`. */
import * as enums from '../model/enums.ts';

/** One member, as the package's bindings show it. */
export interface EnumValue {
  readonly value: number;
}

/** Package name, our enumeration, prefix of its members, name of the member that counts them. */
type Row = readonly [string, Readonly<Record<string, number>>, string, (readonly [string, number])?];

const table = [
  ['mjtDisableBit', enums.Disable, 'mjDSBL_', ['mjNDISABLE', 20]],
  ['mjtEnableBit', enums.Enable, 'mjENBL_', ['mjNENABLE', 6]],
  ['mjtJoint', enums.JointType, 'mjJNT_'],
  ['mjtGeom', enums.GeomType, 'mjGEOM_', ['mjNGEOMTYPES', 9]],
  ['mjtProjection', enums.Projection, 'mjPROJ_'],
  ['mjtCamLight', enums.CamLightMode, 'mjCAMLIGHT_'],
  ['mjtLightType', enums.LightType, 'mjLIGHT_'],
  ['mjtTexture', enums.TextureType, 'mjTEXTURE_'],
  ['mjtTextureRole', enums.TextureRole, 'mjTEXROLE_', ['mjNTEXROLE', 10]],
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
  ['mjtObj', enums.ObjType, 'mjOBJ_', ['mjNOBJECT', 26]],
  ['mjtSensor', enums.SensorType, 'mjSENS_'],
  ['mjtStage', enums.Stage, 'mjSTAGE_'],
  ['mjtDataType', enums.DataType, 'mjDATATYPE_'],
  ['mjtConDataField', enums.ConDataField, 'mjCONDATA_', ['mjNCONDATA', 7]],
  ['mjtRayDataField', enums.RayDataField, 'mjRAYDATA_', ['mjNRAYDATA', 6]],
  ['mjtCamOutBit', enums.CamOut, 'mjCAMOUT_', ['mjNCAMOUT', 5]],
  ['mjtSameFrame', enums.SameFrame, 'mjSAMEFRAME_'],
  ['mjtSleepPolicy', enums.SleepPolicy, 'mjSLEEP_'],
  ['mjtLRMode', enums.LengthRangeMode, 'mjLRMODE_'],
  ['mjtState', enums.StateBit, 'mjSTATE_', ['mjNSTATE', 14]],
  ['mjtConstraint', enums.ConstraintType, 'mjCNSTR_'],
  ['mjtConstraintState', enums.ConstraintState, 'mjCNSTRSTATE_'],
  ['mjtWarning', enums.Warning, 'mjWARN_', ['mjNWARNING', 7]],
  ['mjtTimer', enums.Timer, 'mjTIMER_', ['mjNTIMER', 15]],
  ['mjtSleepState', enums.SleepState, 'mjS_'],
] as const satisfies readonly Row[];

type Table = (typeof table)[number];
type Members<R extends Table> =
  | `${R[2]}${keyof R[1] & string}`
  | (R extends readonly [...unknown[], readonly [infer N extends string, number]] ? N : never);
type Enums = { readonly [R in Table as R[0]]: { readonly [K in Members<R>]: EnumValue } };

/** Every enumeration of the drop-in API by its name. */
export const mujocoEnums = Object.fromEntries(
  table.map(([name, members, prefix, count]: Row) => {
    const entries = Object.entries(members).map(([key, value]) => [prefix + key, { value }]);
    if (count) entries.push([count[0], { value: count[1] }]);
    return [name, Object.fromEntries(entries)];
  }),
) as Enums;

/** Numeric constants that the package exports. */
export const mujocoConstants = {
  mjMAXCONPAIR: 50,
  mjMAXIMP: 0.9999,
  mjMAXVAL: 1e10,
  mjMINIMP: 0.0001,
  mjMINMU: 1e-5,
  mjMINVAL: 1e-15,
  mjNBIAS: 10,
  mjNDYN: 10,
  mjNEQDATA: 11,
  mjNGAIN: 10,
  mjNGROUP: 6,
  mjNIMP: 5,
  mjNREF: 2,
  mjNSOLVER: 200,
  mjPI: Math.PI,
} as const;
