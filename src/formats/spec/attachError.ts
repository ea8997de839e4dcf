/** `AttachError`: why an element cannot be attached. */
export class AttachError extends Error {}
