// What the short run of the tests uses.
export { campaigns } from './campaigns/index.mjs';
export { binaryFile, damaged } from './material/binaryFile.mjs';
export { binaryModels, fieldModel } from './material/binaryModels.mjs';
export { minimise, minimiseXml } from './run/minimise.mjs';
export { runCampaign } from './run/run.mjs';
