/** Names that only one version of the official package has, and names that differ. */
export interface ApiChanges {
  added: string[];
  removed: string[];
  changed: string[];
}
export interface FieldChange {
  field: string;
  error: number;
}
export function compareVersions(before: object, after: object, types: [string, string]): ApiChanges;
export function compareModelVersions(sides: readonly { mj: unknown; m: unknown; d: unknown }[]): {
  compile: FieldChange[];
  steps: FieldChange[];
};
export function installVersion(root: string, version: string): string;
export function reportVersionNames(root: string, versions: [string, string], modules: string[]): Promise<void>;
export function reportVersionModels(results: readonly object[]): void;
