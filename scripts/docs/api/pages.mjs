// The API reference as Markdown: a page for each entry point, with parameters, results, members and examples of its exports.
import { join, relative } from 'node:path';
import { readExports } from './readExports.mjs';

/** @typedef {import('./readExports.mjs').Export} Export */
/** @typedef {import('./readExports.mjs').Row} Row */

const model = `import { Data, modelFromXml, prepare } from 'tenon';

await prepare();
const model = modelFromXml(\`<mujoco model="one arm">
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="arm" pos="0 0 1">
      <joint name="j" axis="0 1 0"/>
      <geom name="hand" size="0.1" pos="0.5 0 0" mass="2"/>
      <site name="tip" pos="0.6 0 0"/>
    </body>
  </worldbody>
  <actuator><motor joint="j" delay="0.004" nsample="4"/></actuator>
  <sensor><jointpos joint="j" delay="0.004" nsample="4"/><accelerometer site="tip"/></sensor>
  <keyframe><key qpos="1"/></keyframe>
</mujoco>\`);
const data = new Data(model);
const [m, d] = [model, data];`;

/** Preludes of entry points whose examples need more. */
const preludes = {
  'tenon/optimize': `import { Data, modelFromXml, prepare } from 'tenon';

await prepare();
const model = modelFromXml(\`<mujoco>
  <worldbody><body><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>\`);
const data = new Data(model);`,
  'tenon/ik': `import { Configuration, ConfigurationLimit, FrameTask } from 'tenon/ik';
${model}
const robot = modelFromXml(\`<mujoco model="robot">
  <compiler angle="radian" autolimits="true"/>
  <default><joint range="-2 2"/><geom type="capsule" size="0.03"/></default>
  <worldbody>
    <body name="trunk" pos="0 0 1"><freejoint name="base"/><geom fromto="0 0 -0.3 0 0 0.1"/><site name="camera" pos="0.1 0 0"/>
      <body name="left arm" pos="0 0.2 0"><joint name="shoulder" axis="0 1 0"/><geom fromto="0 0 0 0.3 0 0"/>
        <body name="tray" pos="0.3 0 0"><joint name="elbow" axis="0 0 1"/><geom fromto="0 0 0 0.3 0 0"/><site name="left hand" pos="0.3 0 0"/></body>
      </body>
      <body name="right arm" pos="0 -0.2 0"><joint name="waist" axis="0 1 0"/><geom fromto="0 0 0 0.3 0 0"/>
        <site name="right hand" pos="0.3 0 0"/><site name="gripper" pos="0.3 0 0"/><site name="tool" pos="0.3 0 0"/></body>
    </body>
  </worldbody>
  <equality><joint joint1="shoulder" joint2="waist"/></equality>
  <keyframe><key name="home"/></keyframe>
</mujoco>\`);
const configuration = new Configuration(robot), reach = new FrameTask(robot, { site: 'gripper' });
reach.setTargetFrom(configuration);
const tasks = [reach], limits = [new ConfigurationLimit(robot)];`,
};

/** Entry points with a page: description and guide. */
const entries = {
  tenon: ['Models, simulation, state, queries and derivatives.', '../getting-started.md'],
  'tenon/spec': ['Models built and edited in code.', '../spec.md'],
  'tenon/batch': ['Many worlds of one model: batches and rollouts.', '../many-worlds.md'],
  'tenon/webgpu': ['Batches on a GPU.', '../webgpu.md'],
  'tenon/cluster': ['Sweeps and rollouts on many machines.', '../clusters.md'],
  'tenon/env': ['Environments, wrappers and training.', '../learning.md'],
  'tenon/policy': ['Trained policies as controllers.', '../policies.md'],
  'tenon/ik': ['Inverse kinematics: tasks, limits, collision avoidance.', '../ik.md'],
  'tenon/optimize': ['Least squares, quadratic programs, regulators, trajectories.', '../optimize.md'],
  'tenon/record': ['Recordings: CSV, NPZ, MCAP, LeRobot.', '../recordings.md'],
  'tenon/viewer': ['The viewer as a component, and rendering to arrays.', '../embedding.md'],
  'tenon/three': ['three.js objects that follow a `Data`.', '../embedding.md'],
  'tenon/react': ['A React component and hooks.', '../embedding.md'],
};

/** Entry points whose examples need a browser, a device or a server. */
const notRun = ['tenon/viewer', 'tenon/three', 'tenon/react', 'tenon/webgpu', 'tenon/cluster'];

/** Paths and contents of the pages. @param {string} root @returns {Map<string, string>} */
export function apiPages(root) {
  const file = (entry) => (entry === 'tenon' ? 'index' : entry.slice(6));
  const all = new Map(Object.keys(entries).map((entry) => [entry, readExports(join(root, `src/${file(entry)}.ts`))]));
  return new Map(
    Object.entries(entries).map(([entry, [summary, guide]]) => [
      `docs/api/${entry.split('/').at(-1)}.md`,
      page(root, entry, summary, guide, all),
    ]),
  );
}

/** @param {string} root @param {string} entry @param {string} summary @param {string} guide
 *  @param {Map<string, Map<string, Export>>} all exports by entry point */
function page(root, entry, summary, guide, all) {
  const exports = all.get(entry) ?? new Map();
  const groups = new Map();
  for (const item of exports.values()) {
    const group = entry === 'tenon' ? groupOf(relative(root, item.file)) : groupByKind(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  const imported = [[entry, exports], ...[...all].filter(([other]) => other !== entry)];
  const prelude = preludes[/** @type {keyof typeof preludes} */ (entry)] ?? model;
  const context = {
    imported,
    names: new Set([...exports.values()].filter(({ values }) => !values).map(({ name }) => name)),
    isRun: !notRun.includes(entry),
    prelude,
  };
  const parts = [...order, ...kinds].filter((group) => groups.has(group));
  return [
    `# \`${entry}\``,
    `<!-- generated by npm run docs from the comments in src: edit them there -->`,
    `${summary} Guide: [${guide.replace(/^\.\.\/|\.md$/g, '').replaceAll('-', ' ')}](${guide}). All entry points: [API reference](../api.md).`,
    ...(entry === 'tenon' ? [fields] : []),
    ...(context.isRun ? [`Examples on this page start with:\n\n<!-- prelude -->\n\`\`\`ts\n${prelude}\n\`\`\``] : []),
    ...parts.map((group) => section(group, groups.get(group), context)),
  ].join('\n\n');
}

const fields = 'Fields of `Model` and `Data` have MuJoCo’s names, shapes and meaning: see [fields](../fields.md).';

const order = [
  'Loading',
  'Model and Data',
  'Simulation',
  'State',
  'Queries and utilities',
  'Derivatives',
  'Plugins',
  'Errors and warnings',
  'Enumerations',
];
const kinds = ['Functions', 'Classes', 'Types'];

/** The section of an export of `tenon`, by the file that declares it. @param {string} file */
function groupOf(file) {
  if (/\/enums\/|\/sensors\.ts/.test(file)) return 'Enumerations';
  if (/core\/derivative\//.test(file)) return 'Derivatives';
  if (/core\/plugin\//.test(file)) return 'Plugins';
  if (/load(\/options)?\.ts$/.test(file)) return 'Loading';
  if (/state\.ts|reset\.ts|copy\.ts/.test(file)) return 'State';
  if (/xml\/|warning\.ts/.test(file)) return 'Errors and warnings';
  if (/src\/core\/model\//.test(file)) return 'Model and Data';
  if (/query\/|support\.ts|profile\.ts/.test(file)) return 'Queries and utilities';
  return 'Simulation';
}

/** @param {Export} item */
function groupByKind({ kind }) {
  return kind === 'function' || kind === 'const' ? 'Functions' : kind === 'class' ? 'Classes' : 'Types';
}

function section(group, items, context) {
  if (group === 'Enumerations') return enumSection(items);
  return [`## ${group}`, ...items.map((item) => entryText(item, context))].join('\n\n');
}

/** An enumeration is a line: its name and its members. @param {Export[]} items */
function enumSection(items) {
  const rows = items
    .filter((e) => e.values)
    .map((e) => `| \`${e.name}\` | ${e.values?.map((v) => `\`${v}\``).join(' ')} |`);
  return `## Enumerations\n\nConstants with MuJoCo's values, such as \`Enable.SLEEP\`.\n\n| name | members |\n|---|---|\n${rows.join('\n')}\n`;
}

/** Examples inside the text of a comment; others are in tags. */
const isExample = /^```ts\n([\s\S]*?)^```$/gm;

/** @param {Export} item */
function entryText({ name, signature, comment, parameters, returns, members }, context) {
  const tag = (kind) => comment.tags.find((found) => found.tag === kind)?.text;
  const parts = [`### ${name}`];
  const text = comment.text.replace(isExample, '').trim();
  if (text) parts.push(text);
  parts.push(`\`\`\`typescript\n${signature}\n\`\`\``);
  if (parameters?.length) parts.push(table('parameter', parameters.map(described), context));
  if (returns && returns !== 'void') {
    const words = tag('returns');
    parts.push(`**Returns** ${typeText(returns, context)}${words ? `: ${words}` : ''}`);
  }
  if (members?.length) parts.push(table('member', members, context));
  const throws = tag('throws');
  if (throws) parts.push(`**Throws** ${throws}.`);
  const examples = [...comment.text.matchAll(isExample)].map((found) => found[1].trimEnd());
  for (const example of [...examples, tag('example')].filter((found) => found !== undefined))
    parts.push(`\`\`\`${context.isRun ? 'ts' : 'typescript'}\n${withImports(example, context)}\n\`\`\``);
  return parts.join('\n\n');
}

/** Descriptions of common parameters. */
const common = {
  'm: Model': 'The model.',
  'model: Model': 'The model.',
  'd: Data': 'The state, and the results computed from it.',
  'data: Data': 'The state, and the results computed from it.',
};

/** @param {Row} row */
function described(row) {
  return { ...row, note: row.note || common[/** @type {keyof typeof common} */ (`${row.name}: ${row.type}`)] || '' };
}

/** A table of members or parameters; without a column of meanings if it would be empty.
 *  @param {string} head @param {Row[]} rows */
function table(head, rows, context) {
  const hasNotes = rows.some(({ note }) => note !== '');
  const meaning = (note) => (hasNotes ? ` ${note.replace(/\s+/g, ' ').replaceAll('|', '\\|')} |` : '');
  const line = ({ name, type, note }) => `| \`${name}\` | ${typeText(type, context)} |${meaning(note)}`;
  const [title, rule] = hasNotes ? [' meaning |', '---|'] : ['', ''];
  return [`| ${head} | type |${title}`, `|---|---|${rule}`, ...rows.map(line)].join('\n');
}

/** A type as code; names on this page become links. */
function typeText(type, { names }) {
  const flat = type
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (flat === '') return '';
  if (names.has(flat)) return `[\`${flat}\`](#${flat.toLowerCase()})`;
  return `\`${flat.replaceAll('|', '\\|')}\``;
}

/** An example with its imports in addition to those at the top of the page. */
function withImports(example, { imported, isRun, prelude }) {
  const above = isRun ? [...prelude.matchAll(/^import \{ (.*) \}/gm)].flatMap(([, names]) => names.split(', ')) : [];
  const own = [...example.matchAll(/^import .*$/gm)].map(([line]) => line).join();
  const words = new Set(example.replace(/^import .*$|\/\/.*$/gm, '').match(/(?<![\w']|(?<!\.\.)\.)[A-Za-z_]\w*/g));
  const taken = new Set(above);
  const lines = imported.flatMap(([entry, exports]) => {
    const names = [...exports.values()]
      .filter(({ name, kind }) => kind !== 'type' && kind !== 'interface' && words.has(name) && !taken.has(name))
      .map(({ name }) => name)
      .filter((name) => !own.includes(name) && !new RegExp(`(const|function|let|class) ${name}\\b`).test(example));
    for (const name of names) taken.add(name);
    return names.length > 0 ? [`import { ${names.sort().join(', ')} } from '${entry}';`] : [];
  });
  return lines.length > 0 ? `${lines.join('\n')}\n${own ? '' : '\n'}${example}` : example;
}
