export { flex } from './flex.ts';
