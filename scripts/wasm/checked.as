// in a build with bounds checks the host, which has the lengths of arrays, checks each access

// @ts-ignore: decorator
@external("env", "bounds")
declare function bounds(base: usize, index: i32, location: i32): void;

// @ts-ignore: decorator
@external("env", "scratch")
declare function scratch(base: usize, length: i32): void;

/** address of an element, after a check of its index */
function checkedAt(base: usize, index: i32, shift: i32, location: i32): usize {
  bounds(base, index, location);
  return base + (<usize>index << <usize>shift);
}

/** address of an array, after a check of both ends of a range */
function checkedRange(base: usize, from: i32, to: i32, location: i32): usize {
  if (to > from) {
    bounds(base, from, location);
    bounds(base, to - 1, location);
  }
  return base;
}
