export { advanceInputs, advanceState } from './advance.ts';
export { badAcc, badPos, badVel } from './bad.ts';
export { discreteAcc } from './discreteAcc.ts';
export { eulerAcc } from './eulerAcc.ts';
export { implicitAcc } from './implicitAcc.ts';
export { appliedForce, inverseForce } from './inverseForce.ts';
export { rungeKuttaFinish, rungeKuttaSave, rungeKuttaStage } from './rungeKutta.ts';
export { springDamperAcc } from './springDamperAcc.ts';
