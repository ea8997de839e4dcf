export { invConstraint } from './inverse.ts';
