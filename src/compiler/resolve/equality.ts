/** Equality constraints: the two constrained objects. */

import { EqType, JointType, ObjType } from '../../core/model/enums.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import type { CompileState, EqualityNode, FlexNode, JointNode, Node } from '../compileState.ts';
import { TYPE_WORDS } from '../names.ts';

export function compileEqualities(state: CompileState): void {
  for (const equality of state.equalities) compileEquality(state, equality);
}

function compileEquality(state: CompileState, equality: EqualityNode): void {
  const { spec } = equality;
  const { names, report } = state;
  const type = objectType(equality);
  const word = TYPE_WORDS[type] ?? 'body';
  const attribute = type === ObjType.FLEX ? 'flex' : `${word}1`;
  const first = names.resolve(report, spec, attribute, type, spec.name1);
  const second = spec.name2 === '' ? undefined : names.resolve(report, spec, `${word}2`, type, spec.name2);
  if (spec.type === EqType.DISTANCE && spec.name2 === '')
    report.elementError(spec, 'geom2', 'a distance needs two geoms');
  if (!first || (spec.name2 !== '' && !second)) return;
  equality.obj1 = first.id;
  equality.obj2 = second ? second.id : type === ObjType.BODY ? 0 : -1;
  if (equality.obj1 === equality.obj2) {
    report.elementError(spec, `${word}2`, `expected two different elements, found ${word} '${first.name}' twice`);
  }
  if (type === ObjType.FLEX && (first as FlexNode).rigid) {
    report.elementError(spec, 'flex', `flex '${first.name}' is rigid`);
  }
  if (spec.type === EqType.JOINT) {
    checkScalar(state, equality, 'joint1', first);
    if (second) checkScalar(state, equality, 'joint2', second);
  }
}

function objectType({ spec }: EqualityNode): ObjType {
  switch (spec.type) {
    case EqType.CONNECT:
    case EqType.WELD:
      return spec.objtype === ObjType.SITE ? ObjType.SITE : ObjType.BODY;
    case EqType.JOINT:
      return ObjType.JOINT;
    case EqType.TENDON:
      return ObjType.TENDON;
    case EqType.FLEX:
    case EqType.FLEXVERT:
    case EqType.FLEXSTRAIN:
      return ObjType.FLEX;
    default:
      return ObjType.GEOM;
  }
}

function checkScalar(state: CompileState, equality: EqualityNode, attribute: string, node: Node<SpecElement>): void {
  const { type } = node as JointNode;
  if (type === JointType.HINGE || type === JointType.SLIDE) return;
  state.report.elementError(equality.spec, attribute, 'an equality needs hinge or slide joints');
}
