export function measureScript(root: string): Promise<Uint8Array>;
