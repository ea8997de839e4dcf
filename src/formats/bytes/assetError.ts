/** An asset that cannot be used. The message has no location, because the caller has the element. */
export class AssetError extends Error {
  override name = 'AssetError';
}

/** Called with the size of a buffer before it is allocated; throws AssetError if it exceeds the limit. */
export type Claim = (bytes: number) => void;

export const unlimited: Claim = () => {};
