/** Allowed values of the integer options of a Model. */
import { Cone, Disable, Enable, Integrator, JacobianType, Solver } from '../../enums.ts';
import type { recordScalars } from '../options.ts';
import { any, bits, type Contents, idOrNone, MAX_INT, member, range } from './content.ts';

/** Maximum number of iterations in a binary model: a step with more would take practically forever. */
const MAX_ITERATIONS = 100_000;

/** A negative value means none, as in MJCF. */
const iterations = range(-MAX_INT - 1, MAX_ITERATIONS);

export const optionsContent: Contents<typeof recordScalars> = {
  'opt.integrator': member(Integrator),
  'opt.cone': member(Cone),
  'opt.jacobian': member(JacobianType),
  'opt.solver': member(Solver),
  'opt.iterations': iterations,
  'opt.ls_iterations': iterations,
  'opt.noslip_iterations': iterations,
  'opt.ccd_iterations': iterations,
  'opt.disableflags': bits(Disable),
  'opt.enableflags': bits(Enable),
  'opt.disableactuator': any,
  'opt.sdf_initpoints': iterations,
  'opt.sdf_iterations': iterations,
  'vis.global.cameraid': idOrNone('ncam'),
  'vis.global.orthographic': any,
  'vis.global.offwidth': any,
  'vis.global.offheight': any,
  'vis.global.ellipsoidinertia': any,
  'vis.global.bvactive': any,
  'vis.quality.shadowsize': any,
  'vis.quality.offsamples': any,
  'vis.quality.numslices': any,
  'vis.quality.numstacks': any,
  'vis.quality.numquads': any,
  'vis.headlight.active': any,
};
