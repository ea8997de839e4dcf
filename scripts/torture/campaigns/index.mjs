// All campaigns by name. A new one is a file here and a row below.
import { agreement, softAgreement } from './agreement.mjs';
import { api } from './api.mjs';
import { assets } from './assets.mjs';
import { batches } from './batches.mjs';
import { binary } from './binary.mjs';
import { bombs } from './bombs.mjs';
import { cluster } from './cluster.mjs';
import { derivatives } from './derivatives.mjs';
import { flags } from './flags.mjs';
import { ik } from './ik.mjs';
import { misuse } from './misuse.mjs';
import { models, robots, soft } from './models.mjs';
import { recordings } from './recordings.mjs';
import { snapshot } from './snapshot.mjs';
import { storm } from './storm.mjs';

/** @type {Record<string, import('../run/run.mjs').Campaign>} */
export const campaigns = {
  models,
  soft,
  robots,
  bombs,
  assets,
  binary,
  api,
  misuse,
  flags,
  derivatives,
  storm,
  snapshot,
  batches,
  cluster,
  recordings,
  ik,
  agreement,
  softAgreement,
};
