/** Numeric constants and string tables of the package. */

import {
  MAXCONPAIR,
  MAXIMP,
  MAXVAL,
  MINIMP,
  MINMU,
  MINVAL,
  NBIAS,
  NDYN,
  NEQDATA,
  NGAIN,
  NSOLVER,
} from '../../core/model/constants.ts';
import { Disable, Enable, Timer } from '../../core/model/enums.ts';
import { MUJOCO_VERSION_NUMBER } from '../../core/model/mujocoVersion.ts';

export const mujocoConstants = {
  mjMAXCONPAIR: MAXCONPAIR,
  mjMAXIMP: MAXIMP,
  mjMAXLIGHT: 100,
  mjMAXLINE: 100,
  mjMAXLINEPNT: 1001,
  mjMAXOVERLAY: 500,
  mjMAXPLANEGRID: 200,
  mjMAXVAL: MAXVAL,
  mjMINIMP: MINIMP,
  mjMINMU: MINMU,
  mjMINVAL: MINVAL,
  mjNBIAS: NBIAS,
  mjNDYN: NDYN,
  mjNEQDATA: NEQDATA,
  mjNGAIN: NGAIN,
  mjNGROUP: 6,
  mjNIMP: 5,
  mjNREF: 2,
  mjNSOLVER: NSOLVER,
  mjPI: Math.PI,
  mjVERSION_HEADER: MUJOCO_VERSION_NUMBER,
} as const;

const titled = (word: string): string => word[0] + word.slice(1).toLowerCase();
/** Names of flags that are not simply capitalized. */
const spelled: Readonly<Record<string, string>> = {
  AUTORESET: 'AutoReset',
  NATIVECCD: 'NativeCCD',
  MULTICCD: 'MultiCCD',
  INVDISCRETE: 'InvDiscrete',
  DIAGEXACT: 'DiagExact',
};
const words = (members: Record<string, number>): string[] =>
  Object.keys(members).map((word) => spelled[word] ?? titled(word));

/** Name, default and key of each flag of a scene or its options. */
const flags = (text: string): string[][] => text.split('|').map((flag) => flag.split('~'));

const strings = {
  mjDISABLESTRING: words(Disable),
  mjENABLESTRING: words(Enable),
  mjTIMERSTRING: Object.keys(Timer).map((word) => word.toLowerCase().replace(/^(col_\w+)$/, '$1phase')),
  mjLABELSTRING:
    'None Body Joint Geom Site Camera Light Tendon Actuator Constraint Flex Skin Selection SelPoint Contact ContactForce Island'.split(
      ' ',
    ),
  mjFRAMESTRING: 'None Body Geom Site Camera Light Contact World'.split(' '),
  mjVISSTRING: flags(
    "Convex Hull~0~H|Texture~1~X|Joint~0~J|Camera~0~Q|Actuator~0~U|Activation~0~,|Light~0~Z|Tendon~1~V|Range Finder~1~Y|Equality~0~E|Inertia~0~I|Scale Inertia~0~'|Perturb Force~0~B|Perturb Object~1~O|Contact Point~0~C|Island~0~N|Contact Force~0~F|Contact Split~0~P|Transparent~0~T|Auto Connect~0~A|Center of Mass~0~M|Select Point~0~|Static Body~1~D|Skin~1~;|Flex Vert~0~|Flex Edge~1~|Flex Face~0~|Flex Skin~1~|Body Tree~0~`|Mesh Tree~0~\\|SDF iters~0~",
  ),
  mjRNDSTRING: flags(
    'Shadow~1~S|Wireframe~0~W|Reflection~1~R|Additive~0~L|Skybox~1~K|Fog~0~G|Haze~1~/|Depth~0~|Segment~0~,|Id Color~0~|Cull Face~1~',
  ),
};

type Getters = { [K in keyof typeof strings as `get_${K}`]: () => (typeof strings)[K] };

/** The tables, and functions that return copies of them. */
export const mujocoStrings = {
  ...strings,
  ...(Object.fromEntries(
    Object.entries(strings).map(([name, table]) => [`get_${name}`, () => structuredClone(table)]),
  ) as Getters),
};
