/** The tables from which `node scripts/mujocoTypes.mjs` generates the interfaces of this folder. */
export { dataMeaning, modelMeaning } from '../../core/model/fields/meaning/index.ts';
export { accessorMembers, accessorWords } from '../classes/named.ts';
export { MEMBERS, parseMembers, WITH_PLUGIN } from '../spec/classes/fields.ts';
export { isBool } from '../tables/bools.ts';
