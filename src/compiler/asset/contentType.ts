const BY_EXTENSION: Record<string, string> = {
  '.stl': 'model/stl',
  '.obj': 'model/obj',
  '.ply': 'model/ply',
  '.msh': 'model/vnd.mujoco.msh',
  '.png': 'image/png',
  '.ktx': 'image/ktx',
};

/** Content type of an asset: the attribute if given (without parameters), else from the file extension, else ''. */
export function assetContentType(filename: string, contentType = ''): string {
  if (contentType !== '') {
    const slash = contentType.indexOf('/');
    if (slash < 0 || slash === contentType.length - 1) return '';
    const semicolon = contentType.indexOf(';');
    if (semicolon < 0) return contentType;
    // a parameter needs an equal sign after the semicolon
    if (semicolon < slash || contentType.indexOf('=') <= semicolon) return '';
    return contentType.slice(0, semicolon);
  }
  const dot = filename.lastIndexOf('.');
  return dot < 0 ? '' : (BY_EXTENSION[filename.slice(dot).toLowerCase()] ?? '');
}
