/** Fields of a compiled model whose values Tenon may choose, each with the reason. All others must agree with MuJoCo. */
export const exempt = new Map([
  ['nbuffer', "size of MuJoCo's own memory block"],
  ['names_map', "hash table of MuJoCo's name lookup"],
]);
