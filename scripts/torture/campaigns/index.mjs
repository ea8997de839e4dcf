// All campaigns by name. A new one is a file here and a row below.
import { agreement, softAgreement } from './agreement.mjs';
import { api } from './api.mjs';
import { assets } from './assets.mjs';
import { flags } from './flags.mjs';
import { misuse } from './misuse.mjs';
import { models, soft } from './models.mjs';
import { snapshot } from './snapshot.mjs';
import { storm } from './storm.mjs';

/** @type {Record<string, import('../run/run.mjs').Campaign>} */
export const campaigns = { models, soft, assets, api, misuse, flags, storm, snapshot, agreement, softAgreement };
