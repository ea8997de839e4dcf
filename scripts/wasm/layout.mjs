import { build } from 'esbuild';
import { arrayOfKind, arrays, scalarOfKind } from './translate/types.mjs';

/** Offsets of the fields of a Model and of a Data in the headers of their blocks, from `src/core/model/block/layout.ts`. */
export class Layout {
  /** @typedef {{ field: Map<string, { offset: number, kind: string }>, scalar: Map<string, { offset: number, kind: string }> }} Block
   *  @param {Block} model @param {Block} data */
  constructor(model, data) {
    this.blocks = { Model: index(model), Data: index(data) };
    /** Layout of array elements in memory; addresses count bytes.
     *  @type {Readonly<Record<string, { shift: number, element: string, value: string }>>} */
    this.elements = arrays;
  }

  /** A field of a block or of a record in it: `field('Model.opt.', 'timestep')`.
   *  @returns {{ type: string, load: string, offset: number } | { record: string } | undefined} */
  field(type, name) {
    const dot = type.indexOf('.');
    const block = dot < 0 ? type : type.slice(0, dot);
    const prefix = dot < 0 ? '' : type.slice(dot + 1);
    const { fields, records } = this.blocks[block];
    const path = prefix + name;
    if (records.has(`${path}.`)) return { record: `${block}.${path}.` };
    return fields.get(path);
  }
}

/** Layout without any fields, for code that has no Model or Data. */
export const emptyLayout = () =>
  new Layout({ field: new Map(), scalar: new Map() }, { field: new Map(), scalar: new Map() });

function index({ field, scalar }) {
  const fields = new Map();
  const records = new Set();
  for (const [name, { offset, kind }] of field) fields.set(name, { type: arrayOfKind[kind], load: 'usize', offset });
  for (const [name, { offset, kind }] of scalar) fields.set(name, { type: scalarOfKind[kind], load: kind, offset });
  for (const name of fields.keys()) {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) records.add(name.slice(0, dot + 1));
  }
  return { fields, records };
}

/** Reads the layout of the project.
 *  @param {string} root */
export async function loadLayout(root) {
  const { modelLayout, dataLayout } = await layoutTables(root);
  return new Layout(modelLayout, dataLayout);
}

/** The tables of `src/core/model/block/layout.ts`, from the sources.
 *  @param {string} root */
export async function layoutTables(root) {
  const bundled = await build({
    entryPoints: [`${root}/src/core/model/block/layout.ts`],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const code = Buffer.from(bundled.outputFiles[0].text).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
