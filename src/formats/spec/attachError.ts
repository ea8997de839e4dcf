/** What cannot be attached, in words. */
export class AttachError extends Error {}
