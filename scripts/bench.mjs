// `npm run bench -- [what] [options]`: Tenon and the official package, interleaved in one run.
//   step (default)   whole steps                      smooth     kinematics to the solve with the mass matrix
//   compile          MJCF text to model               cold       fresh process to first step, navigation to first frame
//   collision        collision detection, growth      sleep      scenes that mostly sleep
//   growth           cost against size               derivatives  A and B of a step
//   flex             soft bodies, and cloths of growing size
//   piles            piles of many bodies
//   engines          the same scenes in Rapier, Jolt and cannon-es: time and accuracy
//   rollout          many worlds, on one thread and on two
//   env              many environments, and their overhead over plain steps
//   ik               inverse kinematics in the scenes of mink's benchmark (--models <folder>)
//   webgpu           worlds on a device: agreement with the f64 engine, and cost
//   check            bounds on times and ratios; exits with 1 if one is exceeded (--filter <words>)
//   cluster          many tasks on worker processes that are killed, and a server that is restarted
//   --list <json>    models to run on (step, compile, derivatives)
//                    --filter <words>, --rounds <n>, --json <file>, --no-js, --no-stages, --readme, --nodes <programs> (step)
//   --compare <commit or folder>   this build against an earlier one, interleaved
import { benchCheck } from '../bench/check.mjs';
import { benchCluster } from '../bench/cluster.mjs';
import { benchCold } from '../bench/cold.mjs';
import { benchCollision } from '../bench/collision.mjs';
import { benchCompare } from '../bench/compare.mjs';
import { benchCompile } from '../bench/compile.mjs';
import { benchDerivatives } from '../bench/derivatives.mjs';
import { benchEnv } from '../bench/env.mjs';
import { benchFlex } from '../bench/flex.mjs';
import { benchGrowth } from '../bench/growth.mjs';
import { benchIk } from '../bench/ik.mjs';
import { benchOtherEngines } from '../bench/otherEngines.mjs';
import { benchPiles } from '../bench/piles.mjs';
import { benchRollout } from '../bench/rollout.mjs';
import { benchSleep } from '../bench/sleep.mjs';
import { benchSmooth } from '../bench/smooth.mjs';
import { benchSteps } from '../bench/step.mjs';
import { benchWebgpu } from '../bench/webgpu.mjs';

const benches = {
  step: benchSteps,
  smooth: benchSmooth,
  compile: benchCompile,
  cold: benchCold,
  collision: benchCollision,
  sleep: benchSleep,
  growth: benchGrowth,
  flex: benchFlex,
  piles: benchPiles,
  engines: benchOtherEngines,
  derivatives: benchDerivatives,
  rollout: benchRollout,
  env: benchEnv,
  ik: benchIk,
  check: benchCheck,
  cluster: benchCluster,
  webgpu: benchWebgpu,
};
const args = process.argv.slice(2);
const what = args[0] && !args[0].startsWith('--') ? args.shift() : 'step';
const bench = benches[what];
if (!bench) {
  console.error(`unknown bench '${what}'. Expected one of ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const options = parse(args);
await (options.compare ? benchCompare : bench)(options);

function parse(args) {
  const options = {};
  for (let i = 0; i < args.length; i++) {
    const key = args[i].replace(/^--/, '');
    const flag = args[i + 1] === undefined || args[i + 1].startsWith('--');
    if (key.startsWith('no-')) options[key.slice(3)] = false;
    else if (flag) options[key] = true;
    else options[key] = /^\d+$/.test(args[i + 1]) ? Number(args[++i]) : args[++i];
  }
  return options;
}
