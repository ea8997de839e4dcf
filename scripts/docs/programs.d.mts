export const programs: Readonly<Record<'measure' | 'train', string>>;
export function bundleProgram(root: string, page: keyof typeof programs): Promise<Uint8Array>;
