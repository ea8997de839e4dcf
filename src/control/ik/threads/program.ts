/** The program of a thread that solves inverse kinematics. */
import type { Handlers } from '../../../core/worker/protocol.ts';
import { serveParent } from '../../../core/worker/server.ts';
import { buildModel, prepareThread } from '../../../core/worker/threadEngine.ts';
import { Data, type Model } from '../../../index.ts';
import { CollisionAvoidanceLimit } from '../limits/collisionLimit.ts';
import { type IkOptions, ik } from '../pose.ts';
import type { Requests } from './protocol.ts';

let problem: { model: Model; data: Data; options: IkOptions };

const handlers: Handlers<Requests> = {
  prepare: prepareThread,
  setModel(sent, qpos, { collisions, ...options }) {
    const model = buildModel(sent);
    const data = new Data(model);
    data.qpos.set(qpos);
    const limit = collisions && new CollisionAvoidanceLimit(model, collisions);
    problem = { model, data, options: { ...options, ...(limit && { collisions: limit }) } };
  },
  solve: (targets) => targets.map((target) => ik(problem.model, problem.data, target, problem.options)),
};

serveParent<Requests>(() => handlers);
