/** What to do before the next test file that the same thread runs: test files share their modules. */
export const atNextFile: { renewOracle?: () => Promise<void> } = {};
