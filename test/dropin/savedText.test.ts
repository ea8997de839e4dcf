// needs: the compiled engine
/** MJCF saved by both packages can be compared line by line. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Module, ours, theirs } from '../support/oracle/bothPackages.ts';

const folder = new URL('../../examples/', import.meta.url);

/** Names of the attributes of each element; only the official package saves default classes. */
function savedAttributeNames(mj: Module, xml: string): string[] {
  const model = mj.MjModel.from_xml_string(xml);
  mj.mj_saveLastXML('/saved.xml', model);
  model.delete();
  const text = mj.FS.readFile('/saved.xml', { encoding: 'utf8' }).replace(/<default>[\s\S]*?\n {2}<\/default>/, '');
  const names = (attributes: string) => [...attributes.matchAll(/(\w+)="/g)].map(([, name]) => name);
  return [...text.matchAll(/<(\w+)((?:\s+\w+="[^"]*")+)/g)].map(([, tag, rest]) => `<${tag}> ${names(rest).join(' ')}`);
}

/** The words of a line that are also in another line. */
const common = (line: string, other: string) => line.split(' ').filter((word) => other.split(' ').includes(word));

test.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))(
  'attributes of %s are in the same order',
  (name) => {
    const xml = readFileSync(new URL(name, folder), 'utf8');
    const [here, there] = [ours, theirs].map((mj) => savedAttributeNames(mj, xml));
    for (const tag of ['geom', 'joint', 'site', 'body', 'texture', 'material', 'camera', 'light', 'general', 'key']) {
      const [mine, wanted] = [here, there].map((lines) => lines.filter((line) => line.startsWith(`<${tag}> `)));
      mine.forEach((line, i) => {
        expect(common(line, wanted[i] ?? '')).toEqual(common(wanted[i] ?? '', line));
      });
    }
  },
);

test.each([ours, theirs])('options and visual settings are saved with their current values', (mj) => {
  const model = mj.MjModel.from_xml_string('<mujoco><option density="2"/><visual><map haze=".4"/></visual></mujoco>');
  model.opt.timestep = 0.004;
  model.opt.gravity[2] = -3;
  model.opt.disableflags = 1;
  model.vis.global.fovy = 30;
  model.vis.rgba.fog[1] = 0.25;
  mj.mj_saveLastXML('/saved.xml', model);
  model.delete();
  const text = mj.FS.readFile('/saved.xml', { encoding: 'utf8' });
  expect(text).toMatch(/<option timestep="0.004" gravity="0 0 -3" density="2">\s*<flag constraint="disable"\/>/);
  expect(text).toContain('<global fovy="30"/>');
  expect(text).toContain('<map haze="0.4"/>');
  expect(text).toMatch(/<rgba fog="0 0.25 0 1"\/>/);
});
