export { cutoffSensors, sensorAcc, sensorPos, sensorVel } from './driver.ts';
