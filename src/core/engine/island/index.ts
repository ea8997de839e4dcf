export { island } from './island.ts';
