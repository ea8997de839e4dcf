export { invConstraint } from './inverse.ts';
export { makeConstraint } from './make.ts';
export { projectConstraint } from './project.ts';
export { referenceConstraint } from './reference.ts';
