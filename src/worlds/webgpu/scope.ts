/** Models that can be stepped on a device; unsupported features are reported by name. */
import type { Data } from '../../core/model/data.ts';
import {
  BiasType,
  Disable,
  DynType,
  Enable,
  GainType,
  GeomType,
  Integrator,
  SensorType,
  Solver,
} from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { geomPairs, typesThatMeet } from './pairs.ts';

/** A feature that shaders do not support, and whether a Model uses it. */
interface Outside {
  readonly what: string;
  readonly has: (m: Model, d: Data) => boolean;
}

const integrators: readonly number[] = [Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST];

/** Sensors that cast rays, measure distances or need a callback. */
const sensors: readonly number[] = [
  SensorType.RANGEFINDER,
  SensorType.GEOMDIST,
  SensorType.GEOMNORMAL,
  SensorType.GEOMFROMTO,
  SensorType.CONTACT,
  SensorType.TACTILE,
  SensorType.PLUGIN,
  SensorType.USER,
];

const meets = (type: GeomType) => (m: Model, d: Data) =>
  mayTouch(m) && typesThatMeet(m, geomPairs(m, d)).some((types) => types.includes(type));

const hasSurfaces = ({ geom_adhesion, pair_adhesion, geom_surfacevel }: Model) =>
  [geom_adhesion, pair_adhesion, geom_surfacevel].some((numbers) => numbers.some((x) => x !== 0));

const mayTouch = (m: Model) => (m.opt.disableflags & (Disable.CONSTRAINT | Disable.CONTACT)) === 0;

const outside: readonly Outside[] = [
  { what: 'callbacks', has: (m) => m.callbacks !== undefined },
  { what: 'plugins', has: (m) => m.nplugin > 0 },
  { what: 'sleeping (flag sleep)', has: (m) => (m.opt.enableflags & Enable.SLEEP) !== 0 },
  {
    what: 'an integrator other than Euler, RK4, implicit and implicitfast',
    has: (m) => !integrators.includes(m.opt.integrator),
  },
  { what: 'height fields that may touch', has: meets(GeomType.HFIELD) },
  { what: 'signed distance fields that may touch', has: meets(GeomType.SDF) },
  { what: 'the PGS solver', has: (m) => m.opt.solver === Solver.PGS },
  { what: 'noslip iterations', has: (m) => m.opt.noslip_iterations > 0 },
  { what: 'the flag diagexact', has: (m) => (m.opt.enableflags & Enable.DIAGEXACT) !== 0 },
  { what: 'exact contacts of convex shapes (opt.ccd_exact)', has: (m) => m.opt.ccd_exact !== 0 },
  { what: 'the flag fwdinv', has: (m) => (m.opt.enableflags & Enable.FWDINV) !== 0 },
  { what: 'contacts with adhesion or moving surfaces', has: hasSurfaces },
  {
    what: 'sensors of rays, geom distances, contacts or tactile data, and user sensors',
    has: (m) => m.sensor_type.some((type) => sensors.includes(type)),
  },
  { what: 'flexes', has: (m) => m.nflex > 0 },
  { what: 'delays and history buffers', has: (m) => m.nhistory > 0 },
  {
    what: 'actuators with user-defined dynamics, gain or bias',
    has: ({ actuator_dyntype, actuator_gaintype, actuator_biastype }) =>
      actuator_dyntype.includes(DynType.USER) ||
      actuator_gaintype.includes(GainType.USER) ||
      actuator_biastype.includes(BiasType.USER),
  },
];

/** @throws RangeError with all features of a Model that a device does not support */
export function checkScope(m: Model, d: Data): void {
  const found = outside.filter(({ has }) => has(m, d)).map(({ what }) => what);
  if (found.length > 0)
    throw new RangeError(`WebGPU: unsupported features of this model: ${found.join(', ')}. Step it on threads instead`);
}
