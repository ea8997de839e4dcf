/** Cleanup before the next test file on the same thread: test files share their modules. */
export const atNextFile: { renewOracle?: () => Promise<void> } = {};
