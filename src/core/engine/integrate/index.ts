export { badAcc } from './bad.ts';
export { discreteAcc } from './discreteAcc.ts';
export { appliedForce, inverseForce } from './inverseForce.ts';
export { rungeKuttaFinish, rungeKuttaSave, rungeKuttaStage } from './rungeKutta.ts';
