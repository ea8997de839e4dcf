// Twins of functions in src/core/math/elementary/bits.ts: the bits of a number without a way through memory, where a load would
// wait for two stores.

export function highWord(x: f64): i32 {
  return <i32>(reinterpret<i64>(x) >> 32);
}

export function lowWord(x: f64): i32 {
  return <i32>reinterpret<i64>(x);
}

export function fromWords(high: i32, low: i32): f64 {
  return reinterpret<f64>((<i64>high << 32) | <i64>(<u32>low));
}

export function clearLow(x: f64): f64 {
  return reinterpret<f64>(reinterpret<i64>(x) & 0xffffffff00000000);
}

export function pow2(k: i32): f64 {
  return reinterpret<f64>(<i64>(k + 1023) << 52);
}

export function signBit(x: f64): bool {
  return reinterpret<i64>(x) < 0;
}
