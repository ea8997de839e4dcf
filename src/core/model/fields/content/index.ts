import { assetContent } from './asset.ts';
import { bodyContent } from './body.ts';
import type { FieldContent } from './content.ts';
import { flexContent } from './flex.ts';
import { namingContent } from './naming.ts';
import { optionsContent } from './options.ts';
import { relationContent } from './relation.ts';
import { shapeContent } from './shape.ts';

/** Content of each integer or byte array of a Model. */
export const arrayContent: Readonly<Record<string, FieldContent>> = {
  ...bodyContent,
  ...shapeContent,
  ...flexContent,
  ...assetContent,
  ...relationContent,
  ...namingContent,
};

/** Content of each integer of the records `opt` and `vis`. */
export const scalarContent: Readonly<Record<string, FieldContent>> = optionsContent;
