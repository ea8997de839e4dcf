// Calls of `tenon`.

/** @typedef {import('./calls.mjs').Call} Call */

export const arm = `<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="b" pos="0 0 .09"><joint name="j" axis="0 1 0"/><geom name="g" size=".1"/><site name="s"/></body></worldbody>
  <actuator><motor name="a" joint="j" delay=".01" nsample="4"/></actuator>
  <sensor><jointpos name="p" joint="j" delay=".01" nsample="4"/></sensor><keyframe><key qpos="0.5"/></keyframe></mujoco>`;

/** @param {typeof import('../../../../src/index.ts')} tenon @returns {Record<string, Call>} */
export function indexCalls(tenon) {
  const m = tenon.modelFromXml(arm);
  const d = new tenon.Data(m);
  tenon.forward(m, d);
  const f = (/** @type {number} */ n) => new Float64Array(n).fill(0.5);
  const size = tenon.stateSize(m, 7);
  /** @type {(kinds: string, args: () => any[], slow?: string[]) => Omit<Call, 'run'>} */
  const of = (kinds, args, slow = []) => ({ kinds: kinds.split(' '), args, slow });
  const handles = 'handle handle';
  /** @type {Record<string, Omit<Call, 'run'>>} */
  const table = {
    step: of(`${handles} count?`, () => [m, d, 2], ['2=huge', '2=beyondSafe']),
    step1: of(handles, () => [m, d]),
    step2: of(handles, () => [m, d]),
    forward: of(handles, () => [m, d]),
    inverse: of(handles, () => [m, d]),
    forwardSkip: of(`${handles} integer any`, () => [m, d, 1, true]),
    inverseSkip: of(`${handles} integer any`, () => [m, d, 1, true]),
    resetData: of(handles, () => [m, d]),
    resetDataKeyframe: of(`${handles} index`, () => [m, d, 0]),
    restoreSleep: of(`${handles} any`, () => [m, d, [-1]]),
    getState: of(`${handles} integer numbers?`, () => [m, d, 7, f(size)], ['3=null']),
    setState: of(`${handles} numbers integer`, () => [m, d, f(size), 7]),
    copyState: of(`${handles} handle integer`, () => [m, d, new tenon.Data(m), 7]),
    extractState: of('handle numbers integer integer', () => [m, f(size), 7, 1]),
    stateSize: of('handle integer', () => [m, 7]),
    copyData: of(handles, () => [d, new tenon.Data(m)]),
    cloneData: of('handle', () => [d]),
    copyModel: of('handle', () => [m]),
    countObjects: of('handle number', () => [m, 1]),
    id2name: of('handle number integer', () => [m, 1, 1]),
    name2id: of('handle number string', () => [m, 1, 'b']),
    objectNames: of('handle number', () => [m, 1]),
    modelName: of('handle', () => [m]),
    getTotalmass: of('handle', () => [m]),
    describeWarning: of('handle any number', () => [m, 0, 0]),
    integratePos: of('handle numbers numbers number', () => [m, f(1), f(1), 0.1]),
    differentiatePos: of('handle numbers number numbers numbers', () => [m, f(1), 0.1, f(1), f(1)]),
    normalizeQuat: of('handle numbers', () => [m, f(1)]),
    applyFT: of(`${handles} numbers? numbers? numbers index numbers`, () => [m, d, f(3), f(3), f(3), 1, f(1)], [
      '2=null',
      '3=null',
    ]),
    xfrcAccumulate: of(`${handles} numbers`, () => [m, d, f(1)]),
    contactForce: of(`${handles} integer numbers`, () => [m, d, 0, f(6)]),
    local2Global: of('handle numbers numbers numbers numbers index index?', () => [d, f(3), f(9), f(3), f(4), 1, 0], [
      '1=words',
      '1=sparse',
      '1=symbols',
      '1=bigints',
      '1=nothings',
    ]),
    geomDistance: of(`${handles} index index number numbers?`, () => [m, d, 0, 1, 1, f(6)], ['5=null']),
    readCtrl: of(`${handles} index number integer?`, () => [m, d, 0, 0.1, 1]),
    readSensor: of(`${handles} index number integer?`, () => [m, d, 0, 0.1, 1]),
    initCtrlHistory: of(`${handles} index numbers? numbers`, () => [m, d, 0, [-4, -3, -2, -1], f(4)], ['3=null']),
    initSensorHistory: of(`${handles} index numbers? numbers number`, () => [m, d, 0, [-4, -3, -2, -1], f(4), 0], [
      '3=null',
    ]),
    jac: of(`${handles} numbers? numbers? numbers index`, () => [m, d, f(3), f(3), f(3), 1], [
      ...jacobianTakes(2),
      ...jacobianTakes(3),
    ]),
    jacBody: of(`${handles} numbers? numbers? index?`, () => [m, d, f(3), f(3), 1], [
      ...jacobianTakes(2),
      ...jacobianTakes(3),
    ]),
    mulM: of(`${handles} numbers numbers`, () => [m, d, f(1), f(1)]),
    fullM: of(`${handles} numbers`, () => [m, d, f(1)]),
    solveM: of(`${handles} numbers numbers count?`, () => [m, d, f(1), f(1), 1]),
    momentum: of(`${handles} index?`, () => [m, d, 1]),
    objectVelocity: of(`${handles} index index numbers any`, () => [m, d, 1, 1, f(6), true]),
    prepare: { kinds: [{ engine: 'word?' }], args: () => [{ engine: 'wasm' }] },
  };
  const functions = /** @type {Record<string, any>} */ (tenon);
  const calls = Object.fromEntries(
    Object.entries(table).map(([name, call]) => [name, { ...call, run: (...args) => functions[name](...args) }]),
  );
  return { ...calls, ...rayCalls(tenon, m, d), ...loadCalls(tenon), ...fieldCalls(tenon, m) };
}

/** Arrays of three, the size of the Jacobian of one degree of freedom; their contents are overwritten. @param {number} k */
function jacobianTakes(k) {
  return ['words', 'sparse', 'symbols', 'bigints', 'nothings', 'null'].map((name) => `${k}=${name}`);
}

/** @param {typeof import('../../../../src/index.ts')} tenon @param {import('../../../../src/index.ts').Model} m
 *  @param {import('../../../../src/index.ts').Data} d @returns {Record<string, Call>} */
function rayCalls(tenon, m, d) {
  const filter = { self: 'object?', geomgroup: 'any', flgStatic: 'any', bodyexclude: 'integer?' };
  const filterValue = () => ({ geomgroup: [1, 1, 1, 1, 1, 1], flgStatic: true, bodyexclude: 1 });
  const point = () => [0, 0, 1];
  return {
    ray: {
      kinds: ['handle', 'handle', 'numbers', 'numbers', filter],
      args: () => [m, d, point(), [0, 0, -1], filterValue()],
      run: tenon.ray,
      slow: ['4=null'],
    },
    multiRay: {
      kinds: ['handle', 'handle', 'numbers', 'any', { self: 'object', dist: 'any', geomid: 'any' }, filter, 'number?'],
      args: () => [
        m,
        d,
        point(),
        [0, 0, -1],
        { dist: new Float64Array(1), geomid: new Int32Array(1) },
        filterValue(),
        9,
      ],
      run: tenon.multiRay,
      slow: ['5=null'],
    },
    rayGeom: {
      kinds: ['handle', 'handle', 'index', 'numbers', 'numbers'],
      args: () => [m, d, 0, point(), [0, 0, -1]],
      run: tenon.rayGeom,
    },
  };
}

/** @param {typeof import('../../../../src/index.ts')} tenon @returns {Record<string, Call>} */
function loadCalls(tenon) {
  const options = { self: 'object?', files: 'object?', file: 'string?', limits: 'object?', engine: 'word?' };
  const kinds = { ...options, root: 'string?', progress: 'function?', origins: 'any' };
  const right = () => ({
    files: { 'm.xml': '<mujoco/>' },
    file: 'm.xml',
    limits: {},
    engine: 'wasm',
    root: '',
    origins: [],
  });
  const late = () => ({ ...right(), root: undefined, progress: () => {} });
  return {
    modelFromXml: { kinds: ['index', kinds], args: () => ['<mujoco/>', right()], run: tenon.modelFromXml },
    loadModel: {
      kinds: ['any', { ...kinds, root: 'any' }],
      args: () => ['m.xml', late()],
      run: tenon.loadModel,
    },
    modelFiles: { kinds: ['any', { ...kinds, root: 'any' }], args: () => ['m.xml', late()], run: tenon.modelFiles },
  };
}

/** Fields of Models and `Data` objects, and rows of named views. @param {typeof import('../../../../src/index.ts')} tenon
 *  @param {import('../../../../src/index.ts').Model} model @returns {Record<string, Call>} */
function fieldCalls(tenon, model) {
  const m = tenon.copyModel(model);
  const d = new tenon.Data(m);
  /** @param {(value: any) => void} set @param {string} kind @param {any} right @returns {Call} */
  const setter = (set, kind, right) => ({ kinds: [kind], args: () => [right], run: set });
  const key = { kinds: ['index'], args: () => ['b'] };
  return {
    'data.time=': setter((value) => Object.assign(d, { time: value }), 'any', 1),
    'data.qpos=': setter((value) => Object.assign(d, { qpos: value }), 'numbers', [1]),
    'opt.timestep=': setter((value) => Object.assign(m.opt, { timestep: value }), 'any', 0.001),
    'opt.iterations=': setter((value) => Object.assign(m.opt, { iterations: value }), 'integer', 5),
    'body.pos=': setter((value) => Object.assign(m.body('b'), { pos: value }), 'any', [1, 1, 1]),
    'joint.qpos=': setter((value) => Object.assign(d.joint('j'), { qpos: value }), 'any', [1]),
    callbacks: setter((value) => Object.assign(m, { callbacks: value }), 'any', undefined),
    body: { ...key, run: (name) => m.body(name) },
    'data.body': { ...key, run: (name) => d.body(name) },
    Data: { kinds: ['handle'], args: () => [m], run: (x) => new tenon.Data(x) },
  };
}
