import { MAXCONPAIR } from '../../model/constants.ts';
import { CON } from './precontact.ts';

/** Contacts of one pair of geoms or flex elements, in the layout of precontact.ts. Pair functions write them, mixing.ts converts them to contacts. */
export const precontact = new Float64Array(MAXCONPAIR * CON);
