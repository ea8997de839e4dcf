import ts from 'typescript';
import { fail } from './errors.mjs';

/** The types of the dialect. Scalars: number, int, boolean. Arrays: the four typed arrays. Blocks: Model, Data, and
 *  records inside them, written `Model.opt.` (the block, then the path of the record). `unknown` follows an error. */

/** Element of each array type: load and store instruction, shift of an index, type of the value. */
export const arrays = {
  Float64Array: { element: 'f64', shift: 3, value: 'number' },
  Float32Array: { element: 'f32', shift: 2, value: 'number' },
  Int32Array: { element: 'i32', shift: 2, value: 'int' },
  Uint8Array: { element: 'u8', shift: 0, value: 'int' },
};

/** Array type of a field, and the type of a scalar, by kind. */
export const arrayOfKind = { f64: 'Float64Array', f32: 'Float32Array', i32: 'Int32Array', u8: 'Uint8Array' };
export const scalarOfKind = { f64: 'number', f32: 'number', i32: 'int', u8: 'int' };

const wasmTypes = { number: 'f64', int: 'i32', boolean: 'bool', void: 'void' };

export const isArray = (type) => Object.hasOwn(arrays, type);
export const isBlock = (type) => /^(Model|Data)(\.|$)/.test(type);
export const isNumeric = (type) => type === 'number' || type === 'int';

/** The AssemblyScript type of a dialect type. */
export function compiledType(type) {
  return wasmTypes[type] ?? 'usize';
}

/** The dialect type that an annotation names.
 *  @param {ts.TypeNode} node @param {import('./scan.mjs').Module} module */
export function typeOfAnnotation(node, module) {
  switch (node.kind) {
    case ts.SyntaxKind.NumberKeyword:
      return 'number';
    case ts.SyntaxKind.BooleanKeyword:
      return 'boolean';
    case ts.SyntaxKind.VoidKeyword:
      return 'void';
    case ts.SyntaxKind.TypeReference: {
      const name = /** @type {ts.TypeReferenceNode} */ (node).typeName.getText();
      if (name === 'int' || name === 'Model' || name === 'Data' || isArray(name)) return name;
      if (name === 'Options') return 'Model.opt.';
      if (name === 'Statistics') return 'Model.stat.';
      // the type with the name of an enum has its members
      if (module.symbol(name)?.kind === 'enum') return 'int';
    }
  }
  return fail(
    node,
    `the type ${node.getText()} is unknown; expected number, int, boolean, Float64Array, Float32Array, Int32Array, ` +
      'Uint8Array, Model, Data and enums',
  );
}
