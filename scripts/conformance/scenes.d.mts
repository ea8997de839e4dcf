export function compareScenes(
  theirs: object,
  ours: object,
  xml: string,
  options?: { thorough?: boolean },
): { scenes: number; geoms: number; differences: string[] };
export function reportScenes(theirs: object, ours: object, paths: readonly string[]): boolean;
