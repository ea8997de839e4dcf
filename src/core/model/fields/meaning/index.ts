/** Documentation of every field of Model and `Data`, by name. */
import { arenaMeaning } from './arena.ts';
import { assetMeaning } from './asset.ts';
import { bodyMeaning } from './body.ts';
import { dataMeaning as dataArrays } from './data.ts';
import { flexMeaning } from './flex.ts';
import { namingMeaning } from './naming.ts';
import { optionsMeaning } from './options.ts';
import { relationMeaning } from './relation.ts';
import { scalarsMeaning } from './scalars.ts';
import { shapeMeaning } from './shape.ts';
import { sizesMeaning } from './sizes.ts';

/** Meaning of each field of a `Data`. */
export const dataMeaning: Readonly<Record<string, string>> = { ...scalarsMeaning, ...dataArrays, ...arenaMeaning };

/** Meaning of each array and size of a Model; fields of its records have names such as `opt.gravity`. */
export const modelMeaning: Readonly<Record<string, string>> = {
  ...sizesMeaning,
  ...bodyMeaning,
  ...shapeMeaning,
  ...flexMeaning,
  ...assetMeaning,
  ...relationMeaning,
  ...namingMeaning,
  ...optionsMeaning,
};
