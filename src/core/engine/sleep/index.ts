export { sleep } from './sleep.ts';
export { updateSleep } from './updateSleep.ts';
export { wake, wakeContacts, wakeEqualities, wakeTendons } from './wake.ts';
