// Calls of `tenon/spec`.

/** @typedef {import('./calls.mjs').Call} Call */

/** @param {typeof import('../../../../src/spec.ts')} module @param {typeof import('../../../../src/index.ts')} tenon
 *  @returns {Record<string, Call>} */
export function specCalls({ Spec }, tenon) {
  const fresh = () => {
    const spec = new Spec();
    const body = spec.worldbody.add('body', { name: 'a' });
    body.add('geom', { name: 'g', size: [0.1] });
    return { spec, body };
  };
  const { spec: compiled } = fresh();
  const own = compiled.compile();
  const vectors = { size: 'any', pos: 'any', type: 'any', name: 'any' };
  return {
    Spec: {
      kinds: [{ self: 'object?', name: 'string?', files: 'object?', file: 'string?', limits: 'object?' }],
      args: () => [{ name: 'm', files: {}, file: 'm.xml', limits: {} }],
      run: (options) => new Spec(options).compile(),
    },
    fromXml: {
      kinds: ['word', 'object?'],
      args: () => ['<mujoco/>', {}],
      run: (xml, options) => Spec.fromXml(xml, options),
    },
    'name=': { kinds: ['string'], args: () => ['x'], run: (name) => Object.assign(fresh().spec, { name }).toXml() },
    find: { kinds: ['word', 'word'], args: () => ['body', 'a'], run: (kind, name) => fresh().spec.find(kind, name) },
    has: { kinds: ['word', 'string'], args: () => ['body', 'a'], run: (kind, name) => fresh().spec.has(kind, name) },
    all: { kinds: ['word'], args: () => ['body'], run: (kind) => fresh().spec.all(kind) },
    findDefault: { kinds: ['word'], args: () => ['main'], run: (name) => fresh().spec.findDefault(name) },
    add: {
      kinds: ['word', { self: 'object?', ...vectors }],
      args: () => ['geom', { size: [0.1], pos: [0, 0, 1], type: 'sphere', name: 'x' }],
      run: (tag, attributes) => [fresh().body.add(tag, attributes)],
    },
    set: {
      kinds: [{ self: 'object', ...vectors }],
      args: () => [{ size: [0.1], pos: [0, 0, 1], type: 'sphere', name: 'x' }],
      run: (attributes) => fresh().spec.find('geom', 'g').set(attributes),
    },
    get: { kinds: ['word'], args: () => ['size'], run: (name) => fresh().spec.find('geom', 'g').get(name) },
    'asset.add': {
      kinds: ['word', { self: 'object?', vertex: 'any', name: 'any', face: 'any' }],
      args: () => [
        'mesh',
        { name: 'm', vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], face: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] },
      ],
      run: (tag, attributes) => fresh().spec.asset.add(tag, attributes),
    },
    'actuator.add': {
      kinds: ['word', { self: 'object?', joint: 'any', gear: 'any' }],
      args: () => ['motor', { joint: 'j', gear: [1] }],
      run: (tag, attributes) => fresh().spec.actuator.add(tag, attributes),
    },
    'default.add': {
      kinds: ['word', { self: 'object', class: 'any' }],
      args: () => ['default', { class: 'x' }],
      run: (tag, attributes) => fresh().spec.default.add(tag, attributes),
    },
    'option.set': {
      kinds: [{ self: 'object', timestep: 'any', gravity: 'any' }],
      args: () => [{ timestep: 0.1, gravity: [0, 0, 1] }],
      run: (attributes) => fresh().spec.option.set(attributes),
    },
    attach: {
      kinds: ['handle', { self: 'object?', prefix: 'string?', suffix: 'string?', to: 'any' }],
      args: () => [fresh().body, { prefix: 'p', suffix: 's' }],
      run: (part, options) => fresh().spec.attach(part, options),
    },
    compile: {
      kinds: [{ self: 'object?', engine: 'word?' }],
      args: () => [{}],
      run: (options) => fresh().spec.compile(options),
    },
    recompile: {
      kinds: ['handle', 'handle', 'object?'],
      args: () => [own, new tenon.Data(own), {}],
      run: (model, data, options) => compiled.recompile(model, data, options),
    },
  };
}
