export const programs: Readonly<Record<'measure' | 'train', string>>;
export function programOf(root: string, page: keyof typeof programs): Promise<Uint8Array>;
