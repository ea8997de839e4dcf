import ts from 'typescript';
import { globalName } from './body.mjs';
import { fail } from './errors.mjs';
import { convert, numeric, real, translate, translateTo } from './expression.mjs';
import { arrays, isArray } from './types.mjs';

/** Calls: of dialect functions, of the few functions of `Math` and `Number`, and of `fill` on arrays. */

/** Functions of Math on numbers, in AssemblyScript. All are exact in every engine. */
const mathOfReals = {
  sqrt: (x) => `sqrt<f64>(${x})`,
  floor: (x) => `floor<f64>(${x})`,
  ceil: (x) => `ceil<f64>(${x})`,
  trunc: (x) => `trunc<f64>(${x})`,
  sign: (x) => `sign(${x})`,
  fround: (x) => `<f64><f32>(${x})`,
};

/** @param {ts.CallExpression} node @param {import('./body.mjs').Body} body
 *  @returns {import('./expression.mjs').Value} */
export function translateCall(node, body) {
  const f = node.expression;
  if (ts.isPropertyAccessExpression(f)) {
    const owner = ts.isIdentifier(f.expression) && !body.local(f.expression.text) ? f.expression.text : '';
    if (owner === 'Math') return mathCall(node, f.name.text, body);
    if (owner === 'Number') return numberCall(node, f.name.text, body);
    return methodCall(node, f, body);
  }
  if (!ts.isIdentifier(f) || body.local(f.text)) return fail(node, 'only functions of dialect modules can be called');
  const symbol = body.module.symbol(f.text);
  if (symbol?.kind === 'erased') return { type: 'void', code: '' };
  if (symbol?.kind !== 'function') {
    const imported = body.module.imports.get(f.text);
    if (imported && body.module.program.isDialect(imported.from))
      fail(node, `${imported.from} has no function ${f.text}`);
    return fail(node, `${f.text} is not a function of a dialect module (math, or a folder of engine)`);
  }
  return functionCall(node, symbol, body);
}

function functionCall(node, symbol, body) {
  const { params } = symbol;
  if (node.arguments.length !== params.length) {
    fail(node, `${symbol.name} takes ${params.length} arguments, found ${node.arguments.length}`);
  }
  const args = node.arguments.map((a, k) =>
    translateTo(params[k].type, a, body, `${params[k].name} of ${symbol.name}`),
  );
  body.calls.add(symbol);
  return { type: symbol.result, code: `${globalName(symbol.module.path, symbol.name)}(${args.join(', ')})` };
}

function mathCall(node, name, body) {
  const args = node.arguments.map((a) => numeric(translate(a, body), a));
  if (args.some((a) => a.type === 'unknown')) return { type: 'unknown', code: '0' };
  const expect = (n) => args.length === n || fail(node, `Math.${name} takes ${n} arguments, found ${args.length}`);
  if (name === 'min' || name === 'max') {
    if (args.length < 2) fail(node, `Math.${name} takes at least 2 arguments`);
    const ints = args.every((a) => a.type === 'int');
    const codes = args.map((a) => (ints ? a.code : real(a)));
    const code = codes.reduce((a, b) => `${name}<${ints ? 'i32' : 'f64'}>(${a}, ${b})`);
    return { type: ints ? 'int' : 'number', code };
  }
  if (name === 'abs') {
    expect(1);
    const int = args[0].type === 'int';
    return { type: args[0].type, code: `abs<${int ? 'i32' : 'f64'}>(${args[0].code})` };
  }
  if (name === 'imul') {
    expect(2);
    const [a, b] = args.map((x, k) => (x.type === 'int' ? x.code : (x.bits ?? convert(x, 'int', node.arguments[k]))));
    return { type: 'int', code: `(${a} * ${b})` };
  }
  if (name === 'clz32') {
    expect(1);
    return { type: 'int', code: `clz<i32>(${convert(args[0], 'int', node.arguments[0], 'clz32')})` };
  }
  const f = Object.hasOwn(mathOfReals, name) && mathOfReals[name];
  if (!f)
    fail(node, `Math.${name} differs between engines or is unknown; math/ has sin cos tan asin acos atan2 exp log pow`);
  expect(1);
  return { type: 'number', code: f(real(args[0])) };
}

function numberCall(node, name, body) {
  const [arg] = node.arguments;
  if ((name !== 'isNaN' && name !== 'isFinite') || !arg) return fail(node, `Number.${name} is not part of the dialect`);
  const value = real(numeric(translate(arg, body), arg));
  return { type: 'boolean', code: `${name === 'isNaN' ? 'isNotANumber' : 'isFiniteNumber'}(${value})` };
}

/** `a.fill(value, from, to)`: fills the elements [from, to). */
function methodCall(node, f, body) {
  const array = translate(f.expression, body);
  const name = f.name.text;
  if (!isArray(array.type) || name !== 'fill') return fail(node, `.${name}() is not part of the dialect`);
  const info = arrays[array.type];
  const [value, from, to] = node.arguments;
  if (!value) fail(node, 'fill takes a value, from and to');
  if ((!from || !to) && !array.scratch)
    fail(node, 'fill takes a value, from and to: the length of the array is not known');
  const x = translateTo(info.value, value, body, 'the value of fill');
  const first = from ? translateTo('int', from, body, 'from of fill') : '0';
  const end = to ? translateTo('int', to, body, 'to of fill') : String(array.scratch?.length);
  const base = body.checked ? `checkedRange(${array.code}, ${first}, ${end}, ${body.checked.add(node)})` : array.code;
  return { type: 'void', code: `fill_${info.element}(${base}, ${x}, ${first}, ${end})` };
}
