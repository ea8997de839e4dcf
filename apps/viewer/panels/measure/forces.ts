/** Forces on a body: contacts, limits and equalities. Without a selection, those of all bodies. */
import { ConstraintType, contactForce, id2name, type Model, ObjType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

const MAX_ROWS = 24;

interface Push {
  what: string;
  newtons: number;
  /** Friction of a contact. */
  along?: number;
}

export function forcesPanel({ sim }: Context): Panel {
  const body = h('tbody');
  const note = h('p', { class: 'hint' });
  const table = h(
    'table',
    { class: 'values', id: 'forces-table' },
    h('thead', {}, h('tr', {}, ...['', 'normal', 'friction'].map((word) => h('th', { scope: 'col' }, word)))),
    body,
  );
  return {
    element: section('Contacts and constraints', 'forces', false, note, table),
    update: () => {
      const { m, d, perturbation } = sim;
      const found = [...contacts(m, d, perturbation.body), ...rows(m, d, perturbation.body)];
      found.sort((a, b) => Math.abs(b.newtons) - Math.abs(a.newtons));
      const whose =
        perturbation.body > 0
          ? (id2name(m, ObjType.BODY, perturbation.body) ?? `body ${perturbation.body}`)
          : 'all bodies';
      note.textContent = `${found.length} on ${whose}${found.length > MAX_ROWS ? `, the strongest ${MAX_ROWS}` : ''}`;
      body.replaceChildren(...found.slice(0, MAX_ROWS).map(row));
    },
  };
}

function row({ what, newtons, along }: Push): HTMLElement {
  const number = (x: number | undefined) => h('td', { class: 'number' }, x === undefined ? '' : shortNumber(x));
  return h('tr', {}, h('th', { scope: 'row', title: what }, what), number(newtons), number(along));
}

function contacts(m: Model, d: Context['sim']['d'], selected: number): Push[] {
  const force = new Float64Array(6);
  return Array.from({ length: d.ncon }, (_, c) => c).flatMap((c) => {
    const geoms = [d.contact_geom[2 * c]!, d.contact_geom[2 * c + 1]!];
    const bodies = geoms.map((g) => (g >= 0 ? m.geom_bodyid[g]! : -1));
    if ((selected > 0 && !bodies.includes(selected)) || d.contact_efc_address[c]! < 0) return [];
    contactForce(m, d, c, force);
    const names = geoms.map((g, k) => (g < 0 ? 'flex' : geomName(m, g, bodies[k]!)));
    return [{ what: names.join(' · '), newtons: force[0]!, along: Math.hypot(force[1]!, force[2]!) }];
  });
}

function geomName(m: Model, geom: number, body: number): string {
  return id2name(m, ObjType.GEOM, geom) ?? `${id2name(m, ObjType.BODY, body) ?? body}`;
}

/** Rows other than contacts: their element and force. */
function rows(m: Model, d: Context['sim']['d'], selected: number): Push[] {
  return Array.from({ length: d.nefc }, (_, e) => e).flatMap((e) => {
    const owner = ownerOf(m, d.efc_type[e]!, d.efc_id[e]!);
    if (!owner || (selected > 0 && !owner.bodies.includes(selected))) return [];
    return [{ what: owner.name, newtons: d.efc_force[e]! }];
  });
}

function ownerOf(m: Model, type: number, id: number): { name: string; bodies: number[] } | undefined {
  const name = (kind: ObjType, word: string) => `${word} ${id2name(m, kind, id) ?? id}`;
  switch (type) {
    case ConstraintType.EQUALITY:
      return { name: name(ObjType.EQUALITY, 'equality'), bodies: [m.eq_obj1id[id]!, m.eq_obj2id[id]!] };
    case ConstraintType.FRICTION_DOF: {
      const joint = m.dof_jntid[id]!;
      return { name: `friction of ${id2name(m, ObjType.JOINT, joint) ?? joint}`, bodies: [m.dof_bodyid[id]!] };
    }
    case ConstraintType.LIMIT_JOINT:
      return { name: name(ObjType.JOINT, 'limit of'), bodies: [m.jnt_bodyid[id]!] };
    case ConstraintType.FRICTION_TENDON:
      return { name: name(ObjType.TENDON, 'friction of'), bodies: [] };
    case ConstraintType.LIMIT_TENDON:
      return { name: name(ObjType.TENDON, 'limit of'), bodies: [] };
    default:
      return undefined;
  }
}
