export { passive } from './passive.ts';
