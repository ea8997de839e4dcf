export { updateSleep } from './awake.ts';
export { island } from './island.ts';
export { sleep } from './sleep.ts';
export { wake, wakeContacts, wakeEqualities, wakeTendons } from './wake.ts';
