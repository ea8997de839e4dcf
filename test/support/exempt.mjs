/** Fields of a compiled model that are ours to choose, each with the reason. Everything else must agree with MuJoCo. */
export const exempt = new Map([
  ['nbuffer', "size of MuJoCo's own memory block"],
  ['names_map', "hash table of MuJoCo's name lookup"],
]);
