import { CollisionAvoidanceLimit, Configuration, type FrameRef, type IkResult, ik } from '../../../src/ik.ts';
import { countObjects, Data, id2name, type Model, name2id, ObjType, objectNames } from '../../../src/index.ts';
import { nearest } from '../../shared/fields.ts';
import { table } from '../../shared/table.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { openModel } from '../open.ts';

/** Kinds of frames, by option. */
const kinds = { site: ObjType.SITE, body: ObjType.BODY, geom: ObjType.GEOM } as const;
type Kind = keyof typeof kinds;

export const inverse: Command = {
  name: 'ik',
  summary: 'Find joint positions that bring a site, body or geom to a pose.',
  operand: '<model.xml>',
  options: {
    site: { value: '<name>', help: 'frame to move: a site, by name or id' },
    body: { value: '<name>', help: 'frame to move: a body' },
    geom: { value: '<name>', help: 'frame to move: a geom' },
    target: { value: '<x,y,z[,qw,qx,qy,qz]>', help: 'position in meters, and orientation (default: any)' },
    key: {
      value: '<name>',
      short: 'k',
      help: 'keyframe to start from, by name or id (default: the initial positions)',
    },
    starts: { value: '<n>', help: 'starts, the later ones random (default: 10)' },
    clearance: { value: '<m>', help: 'keep this distance between all geoms that can collide' },
    json: { help: 'print as JSON' },
  },
  notes: ['Exit code 1: the target is not reached; the output has the closest positions and the reason.'],
  examples: [
    'tenon ik robot.xml --site tool --target 0.4,0.1,0.5',
    'tenon ik robot.xml --site tool --target 0.4,0.1,0.5,1,0,0,0 --clearance 0.01 --json',
  ],
  async run(args) {
    const file = args.file();
    const kind = frameOption(args);
    const pose = readTarget(args.text('target'));
    const starts = args.whole('starts', 1);
    const clearance = args.number('clearance', 0);
    const m = await openModel(file);
    const id = findObject(m, kind, kinds[kind], args.text(kind)!);
    const frame: FrameRef = kind === 'site' ? { site: id } : kind === 'body' ? { body: id } : { geom: id };
    const data = new Data(m);
    const configuration = new Configuration(m);
    if (args.has('key')) configuration.updateFromKeyframe(findObject(m, 'key', ObjType.KEY, args.text('key')!));
    data.qpos.set(configuration.qpos);
    const collisions = clearance === undefined ? undefined : avoidAll(m, clearance);
    const result = ik(m, data, { ...frame, ...pose }, { ...(starts && { starts }), ...(collisions && { collisions }) });
    if (args.has('json')) console.log(JSON.stringify({ file, ...asObject(m, result) }, null, 2));
    else console.log(describe(m, result));
    return result.reached ? 0 : 1;
  },
};

function frameOption(args: Arguments): Kind {
  const given = (Object.keys(kinds) as Kind[]).filter((kind) => args.has(kind));
  if (given.length === 1) return given[0]!;
  const found = given.length === 0 ? 'none' : given.map((kind) => `--${kind}`).join(' and ');
  throw new UsageError(`frame: expected one of --site, --body and --geom, found ${found}`);
}

/** Three numbers, or seven with a quaternion. */
function readTarget(text: string | undefined): { pos: number[]; quat?: number[] } {
  if (text === undefined) throw new UsageError('no target given. Pass --target x,y,z or --target x,y,z,qw,qx,qy,qz');
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const values = words.map(Number);
  if (![3, 7].includes(values.length)) {
    throw new UsageError(`--target: expected 3 or 7 numbers, found ${values.length} in '${text}'`);
  }
  const bad = words.find((_, k) => !Number.isFinite(values[k]));
  if (bad !== undefined) throw new UsageError(`--target: expected numbers, found '${bad}'`);
  const quat = values.slice(3);
  if (quat.length > 0 && quat.every((x) => x === 0)) {
    throw new UsageError('--target: expected a quaternion, found one of length 0');
  }
  return { pos: values.slice(0, 3), ...(quat.length > 0 && { quat }) };
}

/** Id of an object by name, or by id if none has that name. */
function findObject(m: Model, kind: string, type: ObjType, name: string): number {
  const id = name2id(m, type, name);
  if (id >= 0) return id;
  if (/^\d+$/.test(name) && Number(name) < countObjects(m, type)) return Number(name);
  const names = objectNames(m, type);
  const best = nearest(name, names);
  const all = names.length > 0 ? `. Expected one of ${names.slice(0, 20).join(', ')}` : '. It has none with a name';
  const hint = best ? ` (did you mean '${best}'?)` : all;
  throw new UsageError(`--${kind}: no ${kind} '${name}' in the model${hint}`, 1);
}

function avoidAll(m: Model, clearance: number): CollisionAvoidanceLimit {
  return new CollisionAvoidanceLimit(m, { minimumDistance: clearance, detectionDistance: clearance + 0.1 });
}

function asObject(m: Model, { reached, qpos, positionError, orientationError, reason, iterations }: IkResult): object {
  const joints = Object.fromEntries(jointRows(m, qpos).map(([name, ...values]) => [name, values]));
  return { reached, qpos: [...qpos], joints, positionError, orientationError, iterations, ...(reason && { reason }) };
}

function describe(m: Model, { reached, qpos, positionError, orientationError, reason, iterations }: IkResult): string {
  const degrees = (orientationError * 180) / Math.PI;
  const errors = `${positionError.toExponential(1)} m and ${degrees.toFixed(3)} degrees off, ${iterations} steps`;
  const rows = jointRows(m, qpos).map(([name, ...values]) => [name, values.map((x) => x.toFixed(5)).join(' ')]);
  const summary = reached ? `reached: ${errors}` : `not reached: ${reason}`;
  return `${summary}\n\n${table(['joint', 'position'], rows)}\n\nqpos ${[...qpos].map((x) => x.toFixed(5)).join(' ')}`;
}

/** Name of each joint and its positions. */
function jointRows(m: Model, qpos: Float64Array): [string, ...number[]][] {
  return Array.from({ length: m.njnt }, (_, j) => {
    const end = j + 1 < m.njnt ? m.jnt_qposadr[j + 1]! : m.nq;
    return [id2name(m, ObjType.JOINT, j) ?? `[${j}]`, ...qpos.subarray(m.jnt_qposadr[j], end)];
  });
}
