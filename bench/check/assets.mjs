// Work whose cost must stay linear in its input: memory blocks, copies with references, polygons with many corners.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../../dist/index.js', import.meta.url).href;

/** @returns {Promise<import('../kit/checks.mjs').Check[]>} */
export async function assetChecks() {
  const tenon = await import(entry);
  const { Heap } = await sourceOf('src/core/model/memory/heap.ts');
  const { readMjcf } = await sourceOf('src/formats/mjcf/readMjcf.ts');
  return [
    { name: '100,000 memory blocks, allocated and freed', unit: ' s', atMost: 5, measure: () => allocate(new Heap()) },
    {
      name: '5,000 copies with references / 500',
      unit: '',
      atMost: 40,
      measure: () => copiesRatio(readMjcf),
    },
    {
      name: 'triangulation of a polygon with 20,000 corners',
      unit: ' s',
      atMost: 15,
      measure: () => cutPolygon(tenon),
    },
  ];
}

/** A source module that the package does not export. */
async function sourceOf(path) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Processor time of some work, in seconds. */
function seconds(work) {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1e6;
}

function allocate(heap) {
  const size = (k) => 16 + 16 * (k % 64);
  return seconds(() => {
    const at = Array.from({ length: 100_000 }, (_, k) => heap.allocate(size(k), 'a check'));
    for (let k = 0; k < at.length; k += 2) heap.release(at[k], size(k));
    for (let k = 0; k < at.length; k += 2) at[k] = heap.allocate(size(k), 'a check');
    for (let k = 0; k < at.length; k++) heap.release(at[k], size(k));
  });
}

/** Ten times as many copies take ten times as long if the cost is linear, and a hundred times if it is quadratic. */
function copiesRatio(readMjcf) {
  const link = (name) =>
    `<body name="${name}"><joint name="${name}"/><geom name="${name}" size=".1"/><site name="${name}"/></body>`;
  const rest = `<contact><pair geom1="a" geom2="b"/><exclude body1="b" body2="a"/></contact>
    <equality><connect body1="a" anchor="0 0 0"/><joint joint1="b" joint2="a"/></equality>
    <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
    <actuator><motor joint="a"/><motor name="m" tendon="t"/><motor site="b" refsite="a"/></actuator>
    <sensor><framepos objtype="site" objname="a" reftype="body" refname="b"/><tendonpos tendon="t"/>
      <actuatorfrc actuator="m"/></sensor>`;
  const read = (count) =>
    seconds(() =>
      readMjcf(`<mujoco><worldbody>${link('b')}<replicate count="${count}" offset="1 0 0">${link('a')}</replicate>
        </worldbody>${rest}</mujoco>`),
    );
  read(250);
  const few = Math.max(0.005, read(500));
  return read(5000) / few;
}

function cutPolygon({ modelFromXml }) {
  const corners = Array.from({ length: 20_000 }, (_, k) => (2 * Math.PI * k) / 20_000);
  const vertices = corners.map((angle) => `v ${Math.cos(angle)} ${Math.sin(angle)} 0`);
  const faces = `f ${corners.map((_, k) => k + 1).join(' ')}\nf 1 2 20001\n`;
  const files = { 'm.obj': `${vertices.join('\n')}\nv 0 0 1\n${faces}` };
  const xml = '<mujoco><asset><mesh name="m" file="m.obj"/></asset></mujoco>';
  return seconds(() => modelFromXml(xml, { files }));
}
