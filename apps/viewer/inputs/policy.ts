/** Policies dropped on the page: an ONNX file, and its config, a JSON file of the same name. */
import type { PolicyConfig } from '../../../src/policy.ts';
import type { PolicySource } from '../../../src/view/viewer/run/policy.ts';

/** Location of onnxruntime-web on the page's server; it is large, and only needed for policies. */
const RUNTIME = 'onnxruntime/ort.wasm.min.mjs';

/** The policy among some files; undefined if there is none.
 *  @throws Error if its config is missing or cannot be read */
export function policyAmong(files: ReadonlyMap<string, Uint8Array>): (PolicySource & { name: string }) | undefined {
  const name = [...files.keys()].find((path) => /\.onnx$/i.test(path));
  const file = name && files.get(name);
  if (name === undefined || !file) return undefined;
  const configName = name.replace(/\.onnx$/i, '.json');
  const config = files.get(configName);
  if (config === undefined)
    throw new Error(`${name} needs ${configName} next to it, with the observations of the policy.`);
  return { name, file, config: readConfig(configName, config), runtime: new URL(RUNTIME, document.baseURI).href };
}

function readConfig(name: string, bytes: Uint8Array): PolicyConfig {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as PolicyConfig;
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
