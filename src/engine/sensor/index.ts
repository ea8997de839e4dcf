export { cutoffUser, sensorAcc, sensorPos, sensorVel } from './driver.ts';
