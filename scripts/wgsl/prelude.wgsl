// One buffer has everything: tables, the Model, and the words of all worlds. Addresses count its words.
struct Batch {
  worlds: u32,
  // where the Model of world i lies: first + i * each
  modelFirst: u32,
  modelEach: u32,
  dataFirst: u32,
  dataEach: u32,
  // the list of pairs of geoms that may touch, and its length
  pairsFirst: u32,
  pairs: u32,
  unused: u32,
}
@group(0) @binding(0) var<storage, read_write> memory: array<u32>;
@group(0) @binding(1) var<uniform> batch: Batch;
// address of the words of the world at hand
var<private> own: u32;
// bits of numbers that constant expressions of WGSL may not have
var<private> infinityBits: u32 = 0x7f800000u;
var<private> nanBits: u32 = 0x7fc00000u;

fn readReal(at: u32) -> f32 { return bitcast<f32>(memory[at]); }
fn readInt(at: u32) -> i32 { return bitcast<i32>(memory[at]); }
fn writeReal(at: u32, x: f32) { memory[at] = bitcast<u32>(x); }
fn writeInt(at: u32, x: i32) { memory[at] = bitcast<u32>(x); }

fn stepElement(at: u32, by: i32) -> i32 {
  let old = readInt(at);
  writeInt(at, old + by);
  return old;
}
fn steppedElement(at: u32, by: i32) -> i32 { return stepElement(at, by) + by; }
fn postStep(p: ptr<function, i32>, by: i32) -> i32 {
  let old = *p;
  *p = old + by;
  return old;
}
fn preStep(p: ptr<function, i32>, by: i32) -> i32 {
  *p = *p + by;
  return *p;
}
fn fillReal(a: u32, x: f32, first: i32, end: i32) {
  for (var i = first; i < end; i++) { writeReal(a + u32(i), x); }
}
fn fillInt(a: u32, x: i32, first: i32, end: i32) {
  for (var i = first; i < end; i++) { writeInt(a + u32(i), x); }
}

fn infinity() -> f32 { return bitcast<f32>(infinityBits); }
fn notANumber() -> f32 { return bitcast<f32>(nanBits); }
// by their bits: compilers of shaders may take it for granted that no number is NaN
fn isNotANumber(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
fn isFiniteNumber(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u; }

// Elementary functions for f32, in place of those in src/core/math/elementary: WGSL allows its own sin and cos an error of 2^-11.
// x - k pi/2 with pi/2 in three parts of 12, 12 and 24 bits (Cody and Waite 1980)
fn quarterTurns(x: f32) -> f32 { return floor(x * 0.636619772 + 0.5); }
fn reduced(x: f32, k: f32) -> f32 {
  return ((x - k * 1.5703125) - k * 4.8351288e-4) - k * 3.1385570e-7;
}
// Taylor series of degree 9 and 8 on [-pi/4, pi/4]: the next terms are below 2e-9 and 2.5e-8
fn sinNear(x: f32) -> f32 {
  let z = x * x;
  return x + x * z * (-0.16666667 + z * (8.3333333e-3 + z * (-1.9841270e-4 + z * 2.7557319e-6)));
}
fn cosNear(x: f32) -> f32 {
  let z = x * x;
  return 1.0 - 0.5 * z + z * z * (0.041666667 + z * (-1.3888889e-3 + z * 2.4801587e-5));
}
fn turned(r: f32, k: i32) -> f32 {
  let value = select(sinNear(r), cosNear(r), (k & 1) != 0);
  return select(value, -value, (k & 2) != 0);
}
fn math_elementary_trig__sin(x: f32) -> f32 {
  let k = quarterTurns(x);
  return turned(reduced(x, k), i32(k));
}
fn math_elementary_trig__cos(x: f32) -> f32 {
  let k = quarterTurns(x);
  return turned(reduced(x, k), i32(k) + 1);
}
fn math_elementary_trig__sinCos(res: u32, r: i32, x: f32) {
  let k = quarterTurns(x);
  let y = reduced(x, k);
  writeReal(res + u32(r), turned(y, i32(k)));
  writeReal(res + u32(r) + 1u, turned(y, i32(k) + 1));
}
fn math_elementary_trig__tan(x: f32) -> f32 {
  return math_elementary_trig__sin(x) / math_elementary_trig__cos(x);
}
// Series in x^2 after two halvings of the angle: tan(a / 2) = t / (1 + sqrt(1 + t^2))
fn atanNear(t: f32) -> f32 {
  let h = t / (1.0 + sqrt(1.0 + t * t));
  let z = h * h;
  return 2.0 * (h + h * z * (-0.33333333 + z * (0.2 + z * (-0.14285714 + z * (0.11111111 + z * (-0.09090909 + z * 0.07692308))))));
}
fn math_elementary_arc__atan2(y: f32, x: f32) -> f32 {
  let ax = abs(x);
  let ay = abs(y);
  let big = max(ax, ay);
  if (big == 0.0) { return select(0.0, 3.14159265, (bitcast<u32>(x) >> 31u) != 0u); }
  var a = atanNear(min(ax, ay) / big);
  if (ay > ax) { a = 1.57079633 - a; }
  if (x < 0.0) { a = 3.14159265 - a; }
  return select(a, -a, y < 0.0);
}
fn math_elementary_arc__atan(x: f32) -> f32 { return math_elementary_arc__atan2(x, 1.0); }
fn math_elementary_arc__asin(x: f32) -> f32 {
  return math_elementary_arc__atan2(x, sqrt(max(0.0, (1.0 - x) * (1.0 + x))));
}
fn math_elementary_arc__acos(x: f32) -> f32 {
  return math_elementary_arc__atan2(sqrt(max(0.0, (1.0 - x) * (1.0 + x))), x);
}
fn math_elementary_exp__exp(x: f32) -> f32 { return exp(x); }
fn math_elementary_exp__log(x: f32) -> f32 { return log(x); }
// as JavaScript has it for what the engine asks: whole powers of negative numbers, and 0^0 = 1
fn math_elementary_exp__pow(x: f32, y: f32) -> f32 {
  if (y == 0.0) { return 1.0; }
  if (x == 0.0) { return select(0.0, infinity(), y < 0.0); }
  let size = exp2(y * log2(abs(x)));
  return select(size, -size, x < 0.0 && (i32(y) & 1) != 0);
}
// NaN must be found by its bits
fn engine_integrate_bad__isBad(x: f32) -> bool { return isNotANumber(x) || abs(x) > 1e10; }
// the words that all worlds start with stand before those of the first one
fn webgpu_kernel_check__restart(d: u32) {
  let image = batch.dataFirst - batch.dataEach;
  for (var k = 0u; k < batch.dataEach; k++) { memory[d + k] = memory[image + k]; }
}
fn webgpu_kernel_contact__pairNumbers() -> i32 { return i32(batch.pairs); }
fn webgpu_kernel_contact__pairNumber(k: i32) -> i32 { return readInt(batch.pairsFirst + u32(k)); }
// Cholesky by four rows as in src/core/math/linear/block4.ts, but in f32 a Hessian can lose its positive pivots to rounding: those
// that have lost all but a millionth of themselves are raised to that, and none counts as raised.
fn math_linear_block4__cholRows4(C: u32, c: i32, n: i32, mindiag: f32) -> i32 {
  for (var i = 0; i < 4; i++) {
    let row = C + u32(c + i * n);
    let least = max(mindiag, 1e-6 * readReal(row + u32(i)));
    for (var k = 0; k < i; k++) {
      let before = C + u32(c + k * n);
      let s = readReal(before + u32(i));
      writeReal(row + u32(k), 0.0);
      for (var j = i; j < n; j++) { writeReal(row + u32(j), readReal(row + u32(j)) - s * readReal(before + u32(j))); }
    }
    let root = sqrt(max(readReal(row + u32(i)), least));
    writeReal(row + u32(i), root);
    for (var j = i + 1; j < n; j++) { writeReal(row + u32(j), readReal(row + u32(j)) / root); }
  }
  return 0;
}

// nothing sleeps on a device

fn engine_tree_sleepState__tendonState(m: u32, d: u32, i: i32) -> i32 { return 1; }
fn engine_tree_sleepState__actuatorState(m: u32, d: u32, i: i32) -> i32 { return 1; }
fn engine_tree_sleepState__equalityState(m: u32, d: u32, i: i32) -> i32 { return 1; }
