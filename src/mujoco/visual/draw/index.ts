/** Every part of a scene, in the order in which geoms are added. */

import type { Drawing } from '../drawing.ts';
import { CatBit } from '../enums.ts';
import { drawSkins } from '../soft/skins.ts';
import * as bodies from './bodies.ts';
import * as boxes from './boxes.ts';
import { drawContacts } from './contacts.ts';
import * as devices from './devices.ts';
import { drawElementFrames, drawFlexes, drawGeoms, drawSites } from './elements.ts';
import { drawActuators, drawEqualities, drawJoints } from './joints.ts';
import { drawSliderCranks, drawTendons } from './tendons.ts';

/** Elements of the model. */
const elements = [drawFlexes, drawSkins, drawGeoms, drawSites, drawTendons, drawSliderCranks];

/** Decorative elements. */
const decor = [
  drawElementFrames,
  boxes.drawBodyBoxes,
  boxes.drawFlexBoxes,
  boxes.drawMeshBoxes,
  boxes.drawOctrees,
  boxes.drawTactile,
  bodies.drawInertias,
  bodies.drawPerturbation,
  bodies.drawBodyFrames,
  bodies.drawSelection,
  bodies.drawBodyLabels,
  drawJoints,
  drawActuators,
  bodies.drawIslandLabels,
  devices.drawCameras,
  devices.drawLights,
  bodies.drawCentersOfMass,
  bodies.drawConnections,
  devices.drawRangefinders,
  bodies.drawAppliedForces,
  drawEqualities,
  drawContacts,
];

export function drawAll(draw: Drawing): void {
  for (const part of elements) part(draw);
  if (draw.catmask & CatBit.DECOR) for (const part of decor) part(draw);
}
