/** URLs of models copied from elsewhere: a file or a folder on GitHub, or any file. */

type Fetch = (url: string) => Promise<Response>;

const GITHUB = /^https?:\/\/github\.com\/([^/]+)\/([^/]+)\/(blob|tree)\/([^/]+)(?:\/(.*))?$/;

/** Resolve a URL to that of a model.
 *  @throws if a folder has no model, or cannot be listed */
export async function modelAddress(text: string, get: Fetch = (url) => fetch(url)): Promise<string> {
  const address = text.trim();
  const found = GITHUB.exec(address);
  if (!found) return address;
  const [, owner, name, kind, ref, path = ''] = found;
  const raw = (file: string) => `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${file}`;
  if (kind === 'blob') return raw(path);
  const response = await get(`https://api.github.com/repos/${owner}/${name}/contents/${path}?ref=${ref}`);
  if (!response.ok) throw new Error(`${address}: GitHub responded with ${response.status}`);
  const files = ((await response.json()) as { name: string; type: string }[]).map((file) => file.name);
  const models = files.filter((file) => /\.(xml|urdf)$/i.test(file));
  const best =
    models.find((file) => /^scene\.xml$/i.test(file)) ?? models.find((file) => /scene/i.test(file)) ?? models[0];
  if (best === undefined) throw new Error(`${address}: no model (.xml or .urdf) in this folder`);
  return raw(path === '' ? best : `${path.replace(/\/$/, '')}/${best}`);
}
