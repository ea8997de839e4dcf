// helpers that translated code calls; everything here gives the same bits as the JavaScript it stands for

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

// a call of memory.fill costs more than a short loop
function fill_f64(a: usize, x: f64, from: i32, to: i32): void {
  if (to - from > 32 && reinterpret<i64>(x) == 0) {
    memory.fill(a + (<usize>from << 3), 0, <usize>(to - from) << 3);
    return;
  }
  for (let i = from; i < to; i++) store<f64>(a + (<usize>i << 3), x);
}

function fill_f32(a: usize, x: f64, from: i32, to: i32): void {
  for (let i = from; i < to; i++) store<f32>(a + (<usize>i << 2), <f32>x);
}

function fill_i32(a: usize, x: i32, from: i32, to: i32): void {
  if (to - from > 32 && x == 0) {
    memory.fill(a + (<usize>from << 2), 0, <usize>(to - from) << 2);
    return;
  }
  for (let i = from; i < to; i++) store<i32>(a + (<usize>i << 2), x);
}

function fill_u8(a: usize, x: i32, from: i32, to: i32): void {
  if (to > from) memory.fill(a + <usize>from, <u8>x, <usize>(to - from));
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
