/** The badges of the README as SVG. */
export function badges(root: string): string;
