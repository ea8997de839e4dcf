export function mjcfPage(root: string): Promise<string>;
