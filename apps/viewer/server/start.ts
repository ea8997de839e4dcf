/**
 * `npm start`: prints statistics of the humanoid and a table of all examples, then starts the viewer with its gallery.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Data, Enable, loadModel, type Model, resetData, resetDataKeyframe, step } from '../../../src/index.ts';
import { type Cell, sparkline, table } from '../../shared/table.ts';
import { openBrowser } from './openBrowser.ts';
import { serve } from './serve.ts';

export interface StartOptions {
  /** Folder of the examples. */
  examples: string;
  /** Exit after the summary. */
  once: boolean;
  open: boolean;
  port: number;
  /** Builds the viewer if it is stale; returns its folder. */
  viewer: () => Promise<string>;
}

const HUMANOID = 'humanoid.xml';
/** Simulated seconds of the humanoid, and real milliseconds for each example. */
const SECONDS = 4;
/** Simulated seconds before the clock starts: by then the engine is compiled. */
const WARM_UP_SECONDS = 1;
const MEASURE_MS = 150;
const PREFERRED_PORT = 5170;

export async function start(options: StartOptions): Promise<number> {
  await showHumanoid(join(options.examples, HUMANOID));
  const fine = await showExamples(options.examples);
  if (options.once) return fine ? 0 : 1;
  const { url, close } = await serveOnFreePort(await options.viewer(), options.port);
  console.log(`\nThe gallery is at ${url}\nPress Ctrl C to stop.`);
  if (options.open) openBrowser(url);
  await new Promise<void>((done) => {
    process.once('SIGINT', () => done());
    process.once('SIGTERM', () => done());
  });
  await close();
  return 0;
}

async function showHumanoid(file: string): Promise<void> {
  const m = await loadModel(file);
  m.opt.enableflags |= Enable.ENERGY;
  const d = initialData(m);
  const energy: number[] = [];
  const steps = Math.round(SECONDS / m.opt.timestep);
  step(m, d, Math.round(WARM_UP_SECONDS / m.opt.timestep));
  reset(m, d);
  const from = performance.now();
  for (let k = 0; k < steps; k++) {
    step(m, d);
    if (k % 25 === 0) energy.push(d.energy[0]! + d.energy[1]!);
  }
  const perSecond = (1000 * steps) / (performance.now() - from);
  const ratio = perSecond * m.opt.timestep;
  console.log(`humanoid: ${m.nv} degrees of freedom, ${SECONDS} s simulated`);
  console.log(`  ${Math.round(perSecond)} steps/s, ${ratio.toFixed(0)} x real time, ${d.ncon} contacts at the end`);
  console.log(`  energy ${joules(energy[0]!)} ${sparkline(energy, 60)} ${joules(energy.at(-1)!)}\n`);
}

/** One row per example, except the humanoid; false if one of them fails. */
async function showExamples(folder: string): Promise<boolean> {
  const rows: Cell[][] = [];
  let fine = true;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.xml') && name !== HUMANOID)) {
    const name = basename(file, '.xml');
    try {
      rows.push([name, ...(await measure(join(folder, file)))]);
    } catch (error) {
      fine = false;
      rows.push([name, '-', '-', '-', '-', '-', (error as Error).message.split('\n')[0]!]);
    }
  }
  console.log(table(['example', 'dof', 'controls', 'contacts', 'steps/s', 'x real time', 'state'], rows));
  return fine;
}

async function measure(file: string): Promise<Cell[]> {
  const m = await loadModel(file);
  m.callbacks = { warning: () => {} };
  const d = initialData(m);
  let steps = 0;
  let contacts = 0;
  const from = performance.now();
  while (performance.now() - from < MEASURE_MS) {
    for (let k = 0; k < 10; k++) step(m, d);
    steps += 10;
    contacts = Math.max(contacts, d.ncon);
  }
  const perSecond = (1000 * steps) / (performance.now() - from);
  const state = d.warning_number.some((n) => n > 0) ? 'unstable' : 'fine';
  return [m.nv, m.nu, contacts, Math.round(perSecond), Math.round(perSecond * m.opt.timestep), state];
}

/** The initial state in the gallery: the first keyframe, if there is one. */
function initialData(m: Model): Data {
  const d = new Data(m);
  reset(m, d);
  return d;
}

function reset(m: Model, d: Data): void {
  if (m.nkey > 0) resetDataKeyframe(m, d, 0);
  else resetData(m, d);
}

/** The usual port if it is free, so that the URL does not change from day to day. */
async function serveOnFreePort(viewer: string, port: number) {
  if (port > 0) return serve({ viewer, port });
  return serve({ viewer, port: PREFERRED_PORT }).catch(() => serve({ viewer }));
}

function joules(x: number): string {
  return `${x.toFixed(1)} J`;
}
