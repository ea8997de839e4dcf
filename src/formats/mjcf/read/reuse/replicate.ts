/** <replicate>: its contents are read once into a temporary body, then copied `count` times into the enclosing body,
 * each copy in its own frame and with its number appended to all names. */

import { ObjType } from '../../../../core/model/enums.ts';
import { namesIn } from '../../../spec/builder.ts';
import { attachFrame } from '../../../spec/compose/attach.ts';
import { DependentIndex } from '../../../spec/compose/dependentIndex.ts';
import { ReplicatePath } from '../../../spec/compose/replicate.ts';
import { Body, Frame } from '../../../spec/elements/body.ts';
import { deleteSubtree } from '../../../spec/references.ts';
import type { XmlElement } from '../../../xml/element.ts';
import { getNumber, getNumbers } from '../../attributes.ts';
import { childGrammar } from '../../childGrammar.ts';
import { worldbody } from '../../grammar/body.ts';
import type { MjcfReader } from '../../mjcfReader.ts';
import { innerDefaults, type Scope, type ScopeReader, start } from '../common.ts';
import { attaching } from './attach.ts';

export function readReplicate(r: MjcfReader, element: XmlElement, scope: Scope, readScope: ScopeReader): void {
  const grammar = childGrammar(worldbody, 'replicate');
  const count = getNumber(r, element, grammar, 'count') ?? 0;
  const offset = getNumbers(r, element, grammar, 'offset') ?? [0, 0, 0];
  const euler = getNumbers(r, element, grammar, 'euler') ?? [0, 0, 0];
  const separator = element.get('sep') ?? '';
  const defaults = innerDefaults(r, element, scope);

  const workbench = start(r, element, new Body());
  workbench.parent = scope.body;
  workbench.classname = defaults.name;
  r.builder.addToFrame(ObjType.BODY, scope.body.bodies, workbench, null);
  const frame = start(r, element, new Frame());
  frame.classname = defaults.name;
  r.builder.addToFrame(ObjType.FRAME, workbench.frames, frame, null);
  readScope(r, element, { body: workbench, frame, defaults });
  r.throwErrors();

  const path = new ReplicatePath(offset, euler, r.spec.compiler);
  const digits = String(count).length;
  attaching(r, element, () => {
    r.builder.checkCopies(workbench, count);
    r.builder.keys.checkCopies(r.spec, workbench, count);
    const inside = [...namesIn(workbench)].map(([, name]) => name);
    const dependents = new DependentIndex(r.builder.names, inside, separator.length + digits);
    for (let i = 0; i < count; i++) {
      frame.pos = [...path.pos];
      frame.quat = [...path.quat];
      const suffix = separator + String(i).padStart(digits, '0');
      attachFrame(r.builder, r.builder, workbench, frame, scope, '', suffix, dependents);
      path.next();
    }
    deleteSubtree(r.builder, workbench);
  });
}
