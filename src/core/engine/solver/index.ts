export { fwdConstraint } from './fwdConstraint.ts';
