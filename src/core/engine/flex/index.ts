export { flex } from './flex.ts';
export { flexMetric } from './metric/flexMetric.ts';
export { flexShift } from './metric/products.ts';
