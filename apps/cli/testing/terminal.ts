import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, vi } from 'vitest';

/** A folder for the files of a test, with a model, and captured output of commands. */
export function terminal() {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-cli-'));
  const put = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const said = { out: '', err: '' };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    Object.assign(said, { out: '', err: '' });
    vi.spyOn(console, 'log').mockImplementation((text) => {
      said.out += `${text}\n`;
    });
    vi.spyOn(console, 'error').mockImplementation((text) => {
      said.err += `${text}\n`;
    });
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.out += String(text);
      return true;
    });
  });
  return { folder, put, said, arm: put('arm.xml', ARM) };
}

const ARM = `<mujoco model="arm"><option timestep="0.01"/><worldbody><body name="rod"><joint name="elbow" axis="0 1 0" damping="0.1"/>
  <geom type="capsule" size="0.02" fromto="0 0 0 0.3 0 0"/></body></worldbody>
  <actuator><motor name="pull" joint="elbow" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/></sensor><keyframe><key name="up" qpos="1"/></keyframe></mujoco>`;
