import { expect, test } from 'vitest';
import { modelName } from '../../src/core/model/names/names.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

/** Text that other XML readers reject, and MuJoCo's does not. */
const accepted = [
  '<mujoco/><mujoco/>',
  '<mujoco/>text<foo/>',
  'text<mujoco/>',
  '<mujoco/></foo><',
  '<mujoco></mujoco a="b">',
  '<mujoco model="a&foo;b"/>',
  '<mujoco model="a&b"/>',
  '<mujoco model="a&#xzz;&#x110000;b"/>',
  '<mujoco model="a&#0;b"/>',
  '<mujoco model="&#65;&#x42;&lt;&quot;"/>',
  '<mujoco model="a\u0001\uffff<b"/>',
  '<mujoco model="a\r\nb\rc\td"/>',
  '<mujoco>\u0001]]>&<!-- a -- b --><!foo><![CDATA[x]]></mujoco>',
  '< mujoco\v/>\0junk',
  '<?a?><?b?><!foo><mujoco/>',
  '<mujoco><body pos="x"><inertial/><frame foo="1"/><composite/></body></mujoco>',
  '<mujoco><frame mocap="true"><replicate foo="1"/></frame></mujoco>',
  '<mujoco><replicate><geom/></replicate></mujoco>',
];

test.each(accepted)('%j is accepted, and the model has the same name as in MuJoCo', (xml) => {
  const theirs = oracleModel(xml);
  const names = theirs.names as unknown as ArrayLike<number>;
  const bytes = Uint8Array.from(names);
  const name = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  theirs.delete();
  expect(modelName(loadModelFromXml(xml))).toBe(name);
});
