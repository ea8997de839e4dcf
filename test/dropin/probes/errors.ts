/** Wrong calls, which both packages reject. */
import type { Probes, World } from './world.ts';

const wrong = (x: unknown) => x as never;
const loose = (fn: unknown) => fn as (...args: unknown[]) => unknown;

/** Calls that must throw, and a string in the message of both. */
export const errorProbes: Readonly<Record<string, readonly [(world: World) => unknown, string]>> = {
  'too few arguments': [({ mj, m }) => loose(mj.mj_step)(m), 'called with 1 arguments, expected 2'],
  'too many arguments': [({ mj, m, d }) => loose(mj.mj_step)(m, d, 10), 'called with 3 arguments, expected 2'],
  'null for a model': [({ mj, d }) => mj.mj_step(wrong(null), d), 'null is not a valid MjModel'],
  'arguments swapped': [({ mj, m, d }) => mj.mj_forward(wrong(d), wrong(m)), ''],
  'an object for a model': [({ mj, d }) => mj.mj_step(wrong({}), d), 'MjModel'],
  'a deleted data': [
    ({ mj, m }) => {
      const data = new mj.MjData(m);
      data.delete();
      mj.mj_step(m, data);
    },
    'deleted object',
  ],
  'a member of a deleted data': [
    ({ mj, m }) => {
      const data = new mj.MjData(m);
      data.delete();
      return data.qpos;
    },
    'deleted object',
  ],
  'deleting twice': [
    ({ mj, m }) => {
      const data = new mj.MjData(m);
      data.delete();
      data.delete();
    },
    'MjData instance already deleted',
  ],
  'MjData without a model': [({ mj }) => Reflect.construct(mj.MjData, []), 'MjData'],
  'an accessor cannot be made': [
    ({ mj }) => Reflect.construct(wrong(mj.MjModelGeomAccessor), []),
    'has no accessible constructor',
  ],
  'a number as a name': [({ mj, m }) => mj.mj_name2id(m, 5, wrong(3)), 'string'],
  'null as a result array': [({ mj }) => mj.mju_cross(null, [1, 0, 0], [0, 1, 0]), 'got null'],
  'null for numbers': [({ mj }) => mj.mju_dot3(wrong(null), [1, 2, 3]), 'Expected a number[], got null'],
  'undefined for numbers': [({ mj }) => mj.mju_dot3(wrong(undefined), [1, 2, 3]), 'Expected a number[], got undefined'],
  'vectors of two lengths': [({ mj }) => mj.mju_dot([1, 2], [1, 2, 3]), 'must have equal size, got 2 and 3'],
  'a matrix that is not square': [({ mj }) => mj.mju_eye(new mj.DoubleBuffer(8)), 'must be a perfect square, got 8'],
  'a short result': [({ mj, m, d }) => mj.mj_fullM(m, d, new mj.DoubleBuffer(3)), 'dst must have size'],
  'a short Jacobian': [({ mj, m, d }) => mj.mj_jacBody(m, d, new mj.DoubleBuffer(3), null, 1), 'jacp must have size'],
  'a short state': [({ mj, m, d }) => mj.mj_setState(m, d, [1, 2], 14), 'state must have size'],
  'an invalid state signature': [({ mj, m }) => mj.mj_stateSize(m, 16384), 'invalid state signature 16384'],
  'a keyframe out of range': [({ mj, m, d }) => mj.mj_setKeyframe(m, d, 9), 'index must be smaller than 2'],
  'a sequence of two axes': [
    ({ mj }) => mj.mju_euler2Quat(new mj.DoubleBuffer(4), [0, 0, 0], 'xy'),
    'seq must contain exactly 3 characters',
  ],
  'an invalid axis': [
    ({ mj }) => mj.mju_euler2Quat(new mj.DoubleBuffer(4), [0, 0, 0], 'xyq'),
    "seq[2] is 'q', should be one of x, y, z, X, Y, Z",
  ],
  'a body accessed by an object': [({ m }) => m.body(wrong({})), 'body() argument must be a string or number'],
  'a body accessed without an argument': [({ m }) => loose(m.body.bind(m))(), 'called with 0 arguments, expected 1'],
  'a body out of range': [({ m }) => m.body(99), 'Invalid index 99 for body. Valid indices from 0 to'],
  'a negative index': [({ m }) => m.body(-1), 'Invalid index -1 for body'],
  'a file twice': [
    ({ mj }) => {
      const vfs = new mj.MjVFS();
      vfs.addBuffer('a', new Uint8Array(3));
      vfs.addBuffer('a', new Uint8Array(3));
    },
    'Could not add buffer to VFS',
  ],
  'malformed MJCF': [({ mj }) => mj.MjModel.from_xml_string('<mujoco><nonsense/></mujoco>'), 'MuJoCo Error: '],
  'a missing file': [({ mj }) => mj.MjModel.from_xml_path('/nothing.xml'), '/nothing.xml'],
  'a number as MJCF text': [({ mj }) => mj.MjModel.from_xml_string(wrong(3)), ''],
  'a missing binary model': [({ mj }) => mj.MjModel.mj_loadModel('/nothing.mjb', new mj.MjVFS()), ''],
  'an invalid binary model': [
    ({ mj }) => {
      mj.FS.writeFile('/tmp/none.mjb', 'hello');
      mj.MjModel.mj_loadModel('/tmp/none.mjb', new mj.MjVFS());
    },
    'Failed to load from mjb',
  ],
  'a buffer of a negative size': [({ mj }) => new mj.DoubleBuffer(-1), ''],
  'a buffer of a string': [({ mj }) => new mj.DoubleBuffer(wrong('x')), ''],
  'the error of a script': [({ mj }) => mj.error('my words'), 'MuJoCo Error: my words'],
  'reading a missing file': [({ mj }) => mj.FS.readFile('/nothing'), 'No such file or directory'],
  'making a folder twice': [({ mj }) => mj.FS.mkdir('/tmp'), 'File exists'],
  'removing a folder with files': [
    ({ mj }) => {
      mj.FS.mkdirTree('/full/inner', wrong(undefined));
      mj.FS.rmdir('/full');
    },
    'Directory not empty',
  ],
  'unlinking a folder': [({ mj }) => mj.FS.unlink('/tmp'), ''],
  'reading a folder as a file': [({ mj }) => mj.FS.readFile('/tmp'), ''],
  'listing a file': [
    ({ mj }) => {
      mj.FS.writeFile('/tmp/file', 'x');
      mj.FS.readdir('/tmp/file');
    },
    'Not a directory',
  ],
};

const xml =
  '<mujoco><asset><mesh file="tet.obj"/></asset><worldbody><geom type="mesh" mesh="tet"/></worldbody></mujoco>';
const tet = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Names of files in a virtual file system, and the file names in the model. */
function found(added: string, asked: string): (world: World) => unknown {
  return ({ mj }) => {
    const vfs = new mj.MjVFS();
    vfs.addBuffer(added, bytes(tet));
    return mj.MjModel.from_xml_string(xml.replace('tet.obj', asked), vfs).nmesh;
  };
}

export const fileProbes: Probes = {
  'a model from FS': ({ mj }) => {
    mj.FS.mkdirTree('/models/parts', wrong(undefined));
    mj.FS.writeFile('/models/scene.xml', xml.replace('tet.obj', 'parts/tet.obj'));
    mj.FS.writeFile('/models/parts/tet.obj', tet);
    return [mj.MjModel.from_xml_path('/models/scene.xml').nmesh, mj.MjModel.mj_loadXML('/models/scene.xml').nmeshvert];
  },
  'a model in a mounted folder': ({ mj }) => {
    mj.FS.mkdir('/working');
    mj.FS.mount(mj.MEMFS, { root: '.' }, '/working');
    mj.FS.writeFile('/working/a.xml', '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>');
    const { ngeom } = mj.MjModel.from_xml_path('/working/a.xml');
    mj.FS.unmount('/working');
    return [ngeom, mj.FS.analyzePath('/working/a.xml', false).exists, mj.FS.readdir('/working')];
  },
  'a file by its path': found('tet.obj', 'tet.obj'),
  'a file in a folder that the model does not name': found('meshes/tet.obj', 'meshes/tet.obj'),
  'a file by its name in upper case': found('TET.obj', 'tet.obj'),
  'a file by the last component of its path': found('tet.obj', 'meshes/tet.obj'),
  paths: ({ mj }) => {
    mj.FS.mkdirTree('/a/b/c', wrong(undefined));
    mj.FS.writeFile('/a/b/c/d.txt', 'one');
    const there = mj.FS.analyzePath('/a/b/../b/c/d.txt', false);
    const missing = mj.FS.analyzePath('/a/x/y', false);
    const parent = mj.FS.analyzePath('/a/b/nothing', false);
    return [
      there.exists,
      there.path,
      there.name,
      missing.exists,
      missing.parentExists,
      parent.parentExists,
      parent.name,
    ];
  },
  'folders and files': ({ mj }) => {
    mj.FS.mkdir('/dir');
    mj.FS.writeFile('/dir/z', 'zz');
    mj.FS.writeFile('/dir/y', new Uint8Array([1, 2, 3]));
    const { mode, size } = mj.FS.stat('/dir/y', false);
    const names = mj.FS.readdir('/dir');
    mj.FS.unlink('/dir/y');
    mj.FS.unlink('/dir/z');
    mj.FS.rmdir('/dir');
    return [names, size, mj.FS.isDir(mode), mj.FS.isFile(mode), mj.FS.isDir(mj.FS.stat('/tmp', false).mode)];
  },
  'strings and bytes': ({ mj }) => {
    mj.FS.writeFile('/tmp/t', 'grün');
    return [mj.FS.readFile('/tmp/t', { encoding: 'utf8' }), Array.from(mj.FS.readFile('/tmp/t'))];
  },
  appending: ({ mj }) => {
    mj.FS.writeFile('/tmp/app', 'a');
    mj.FS.writeFile('/tmp/app', 'b', { flags: 'a' });
    return mj.FS.readFile('/tmp/app', { encoding: 'utf8' });
  },
  'the current folder': ({ mj }) => {
    mj.FS.mkdirTree('/here', wrong(undefined));
    const before = mj.FS.cwd();
    mj.FS.chdir('/here');
    mj.FS.writeFile('rel.txt', 'x');
    const after = [mj.FS.cwd(), mj.FS.analyzePath('/here/rel.txt', false).exists];
    mj.FS.chdir('/');
    return [before, after];
  },
  renaming: ({ mj }) => {
    mj.FS.writeFile('/tmp/old', 'x');
    mj.FS.rename('/tmp/old', '/tmp/new');
    return [mj.FS.analyzePath('/tmp/old', false).exists, mj.FS.readFile('/tmp/new', { encoding: 'utf8' })];
  },
  links: ({ mj }) => {
    mj.FS.writeFile('/tmp/target', 'hello');
    mj.FS.symlink('/tmp/target', '/tmp/link');
    return [mj.FS.readFile('/tmp/link', { encoding: 'utf8' }), mj.FS.readlink('/tmp/link')];
  },
  'contents of a new module': ({ mj }) => mj.FS.readdir('/'),
};
