import type { Options } from './build.mjs';
export function moduleSource(root: string, options?: Options): Promise<string>;
export function moduleBytes(root: string, options?: Options): Promise<Uint8Array>;
export function moduleFile(root: string, options?: Options): Promise<string>;
export function moduleSourceAside(root: string): Promise<string>;
export function hashSources(root: string, options?: Options, versions?: string[]): string;
