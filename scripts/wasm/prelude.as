// helpers that translated code calls; all results are bit-identical to those of the JavaScript they replace

/** x | 0 of a number: truncation, modulo 2^32 beyond the range of an int, 0 for NaN and infinities */
// @ts-ignore: decorator
@inline
function toInt(x: f64): i32 {
  return abs<f64>(x) < 2147483648.0 ? <i32>x : toIntFar(x);
}

function toIntFar(x: f64): i32 {
  if (x - x != 0.0) return 0;
  const t = trunc<f64>(x);
  const r = t - floor<f64>(t / 4294967296.0) * 4294967296.0;
  return <i32>(<u32>r);
}

// @ts-ignore: decorator
@inline
function sign(x: f64): f64 {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
}

// @ts-ignore: decorator
@inline
function isNotANumber(x: f64): bool {
  return x != x;
}

// @ts-ignore: decorator
@inline
function isFiniteNumber(x: f64): bool {
  return x - x == 0.0;
}

// a call of memory.fill costs more than a loop, above all in shared memory
@inline
function fillVectors(p: usize, end: usize, x: v128): usize {
  for (; p + 64 <= end; p += 64) {
    v128.store(p, x);
    v128.store(p, x, 16);
    v128.store(p, x, 32);
    v128.store(p, x, 48);
  }
  for (; p + 16 <= end; p += 16) v128.store(p, x);
  return p;
}

function fill_f64(a: usize, x: f64, from: i32, to: i32): void {
  const end = a + (<usize>to << 3);
  const p = fillVectors(a + (<usize>from << 3), end, f64x2.splat(x));
  if (p < end) store<f64>(p, x);
}

function fill_f32(a: usize, x: f64, from: i32, to: i32): void {
  for (let i = from; i < to; i++) store<f32>(a + (<usize>i << 2), <f32>x);
}

function fill_i32(a: usize, x: i32, from: i32, to: i32): void {
  const end = a + (<usize>to << 2);
  for (let p = fillVectors(a + (<usize>from << 2), end, i32x4.splat(x)); p < end; p += 4) store<i32>(p, x);
}

function fill_u8(a: usize, x: i32, from: i32, to: i32): void {
  const end = a + <usize>to;
  for (let p = fillVectors(a + <usize>from, end, i8x16.splat(<i8>x)); p < end; p++) store<u8>(p, <u8>x);
}

/** a[i]++ as a value, and ++a[i] */
// @ts-ignore: decorator
@inline
function step_i32(at: usize, by: i32): i32 {
  const old = load<i32>(at);
  store<i32>(at, old + by);
  return old;
}

// @ts-ignore: decorator
@inline
function stepped_i32(at: usize, by: i32): i32 {
  return step_i32(at, by) + by;
}

/** end of the module's own memory: Models and Datas live above it */
export function staticEnd(): usize {
  return __heap_base;
}
