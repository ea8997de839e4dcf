// Exports for the short run in the tests.
export { campaigns } from './campaigns/index.mjs';
export { applyDamage, binaryFile } from './material/binaryFile.mjs';
export { binaryModels, fieldModel } from './material/binaryModels.mjs';
export { reduceItems, reduceXml } from './run/reduce.mjs';
export { runCampaign } from './run/run.mjs';
