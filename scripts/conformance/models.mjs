// Models for comparisons: our examples, and the corpus next to the project if it exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpusFile = join(root, '../shared/models/corpus.json');

/** `[{ id, main, files: [{ vfs, path }] }]`: models that MuJoCo loads, our examples first. */
export function conformanceModels(filter) {
  const words = filter?.split(',');
  return [...ourExamples(), ...corpus()].filter(({ id }) => !words || words.some((word) => id.includes(word)));
}

export function ourExamples() {
  const folder = join(root, 'examples');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => ({ id: `examples/${name}`, main: join(folder, name), files: [] }));
}

function corpus() {
  if (!existsSync(corpusFile)) return [];
  const { roots, models } = JSON.parse(readFileSync(corpusFile, 'utf8'));
  const at = (model, path) => join(dirname(corpusFile), roots[model.root], path);
  return models
    .filter((model) => model.status === 'loads')
    .map((model) => ({
      id: model.id,
      main: at(model, model.path),
      files: (model.files ?? []).map(({ vfs, path }) => ({ vfs, path: at(model, path) })),
    }));
}

/** Compiles a model in an engine. */
export function loadModel(mj, { main, files }) {
  const vfs = new mj.MjVFS();
  try {
    for (const file of files) vfs.addBuffer(file.vfs, new Uint8Array(readFileSync(file.path)));
    // from_xml_string names the text model.xml, which may also be the name of an asset
    vfs.addBuffer('__main__.xml', new Uint8Array(readFileSync(main)));
    return mj.MjModel.from_xml_path('__main__.xml', vfs);
  } finally {
    vfs.delete?.();
  }
}

/** A control law that moves every actuator within its range: `(d, time) => void`. */
export function controlLaw(m) {
  const range = m.nu > 0 ? m.actuator_ctrlrange.slice() : [];
  const waves = Array.from({ length: m.nu }, (_, i) => {
    const [low, high] = [range[2 * i], range[2 * i + 1]];
    const bounded = high > low && Number.isFinite(high - low);
    return bounded ? { middle: (low + high) / 2, width: high - low } : { middle: 0, width: 1 };
  });
  return (d, time) => {
    const { ctrl } = d;
    waves.forEach(({ middle, width }, i) => {
      ctrl[i] = middle + 0.3 * width * Math.sin(0.7 * time * (i + 1) + i);
    });
  };
}
