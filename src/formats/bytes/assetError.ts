/** An asset that cannot be used. The message says what is wrong, without a place: the caller knows the element. */
export class AssetError extends Error {
  override name = 'AssetError';
}

/** Asked, before memory is taken, with the bytes of what is about to be made; throws AssetError when they are too many. */
export type Claim = (bytes: number) => void;

export const unlimited: Claim = () => {};
