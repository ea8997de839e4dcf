/** Folder of the built viewer. */
export const viewerFolder: string;
/** Builds the viewer if it is stale, or always with `force`; returns whether it built. */
export function buildViewer(options?: { force?: boolean }): Promise<boolean>;
