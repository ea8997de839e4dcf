export { cutoffSensors } from './driver.ts';
