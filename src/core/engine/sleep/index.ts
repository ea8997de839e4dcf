export { sleep } from './sleep.ts';
export { updateSleep } from './updateSleep.ts';
export { wake } from './wake.ts';
