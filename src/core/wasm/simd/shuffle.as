// Twins of functions in src/core/engine/solver/dual/shuffle.ts: the state of the generator as the integer of 64 bits that it is there.

let pcg: u64 = 0;

/** The next number. */
// @ts-ignore: decorator
@inline
function nextPcg(): u32 {
  const s = pcg;
  pcg = s * 6364136223846793005 + 1;
  return rotr<u32>(<u32>(((s >> 18) ^ s) >> 27), <u32>(s >> 59));
}

export function seedShuffle(): void {
  pcg = 0;
  nextPcg();
}

export function shuffle(list: usize, n: i32): void {
  for (let i = n - 1; i > 0; i--) {
    const at = list + (<usize>i << 2);
    const other = list + (<usize>(nextPcg() % <u32>(i + 1)) << 2);
    const kept = load<i32>(at);
    store<i32>(at, load<i32>(other));
    store<i32>(other, kept);
  }
}
