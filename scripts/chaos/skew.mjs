// For `node --import`: a worker whose clock is a year ahead.
const YEAR = 365 * 24 * 3600 * 1000;
const { now } = Date;
Date.now = () => now() + YEAR;
