/** An asset that cannot be used. The message says what is wrong, without a place: the caller knows the element. */
export class AssetError extends Error {
  override name = 'AssetError';
}
