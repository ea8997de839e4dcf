// needs: the compiled engine
/** Pictures of the examples show all of them: in the gallery, which starts with their first camera, and by `tenon render`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listExamples } from '../../scripts/viewer/examples.mjs';
import * as tenon from '../../src/index.ts';
import { CameraRig } from '../../src/view/scene/cameraRig.ts';
import { cameraOfWhole } from '../../src/view/scene/framing/initialView.ts';
import { ViewSettings } from '../../src/view/scene/settings.ts';
import type { Program } from '../../src/viewer.ts';
import { isGround, isInPicture, pictureSpan, shareOf } from '../support/pictureSpan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = listExamples(root);
await tenon.prepare();

/** Bodies that enter the picture later. */
const latecomers: Record<string, RegExp> = {
  humanoid_balance: /^ball/,
  marble_run: /^marble/,
  'soft/jelly': /^$/,
};
/** Minimum fraction of the picture, for examples with a wide view: a car on hills, a drone between gates. */
const MIN_SHARE: Record<string, number> = { car_on_terrain: 0.1, drone: 0.05, identification: 0.1, t_handle: 0.15 };

async function load({ model, source }: { model?: string; source?: string }) {
  const program = source === undefined ? {} : ((await import(/* @vite-ignore */ root + source)) as Program);
  const m = tenon.modelFromXml(model === undefined ? program.model!(tenon) : readFileSync(root + model, 'utf8'));
  const d = new tenon.Data(m);
  if (m.nkey > 0) tenon.resetDataKeyframe(m, d, 0);
  tenon.forward(m, d);
  return { m, d };
}

test.each(examples)('pictures of $name show what moves', async (example) => {
  const { m, d } = await load(example);
  const { name } = example;
  const isMoving = (g: number) => m.nflex > 0 || m.body_weldid[m.geom_bodyid[g]] !== 0;
  const isLate = (g: number) => latecomers[name]?.test(m.body(m.geom_bodyid[g]).name) ?? false;

  const first = new CameraRig(m);
  first.aspect = 1.6;
  first.fixed(0);
  // the static parts of the marble run
  const counted = (g: number) => (isMoving(g) || name === 'marble_run') && !isGround(m, g) && !isLate(g);
  const inGallery = pictureSpan(m, d, first, counted);
  expect(inGallery.right).toBeGreaterThan(inGallery.left);
  expect({ ...inGallery, whole: isInPicture(inGallery) }).toMatchObject({ whole: true });

  const rig = new CameraRig(m);
  rig.aspect = 16 / 9;
  const camera = cameraOfWhole(m, d, new ViewSettings(), rig.aspect);
  if (camera !== undefined) rig.fixed(camera);
  const rendered = pictureSpan(m, d, rig, (g) => isMoving(g) && !isGround(m, g));
  expect({ ...rendered, whole: isInPicture(rendered) }).toMatchObject({ whole: true });
  expect(shareOf(rendered)).toBeGreaterThan(MIN_SHARE[name] ?? 0.2);
});
