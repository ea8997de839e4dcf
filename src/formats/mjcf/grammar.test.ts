import { expect, test } from 'vitest';
import { mujoco } from './grammar/mujoco.ts';
import type { ElementGrammar } from './grammar.ts';

/** All elements of the grammar, each once. */
function allElements(): ElementGrammar[] {
  const seen = new Set<ElementGrammar>();
  const visit = (grammar: ElementGrammar): void => {
    if (seen.has(grammar)) return;
    seen.add(grammar);
    for (const { grammar: child } of grammar.children.values()) visit(child);
  };
  visit(mujoco);
  return [...seen];
}

test('every element and attribute is documented', () => {
  for (const element of allElements()) {
    expect(element.doc, element.tag).toMatch(/\w/);
    for (const attribute of element.attributes.values()) {
      expect(attribute.doc, `${element.tag} ${attribute.name}`).toMatch(/\w/);
    }
  }
});

test('every stored attribute has a field with a default of its type', () => {
  for (const element of allElements()) {
    if (!element.defaults) continue;
    const defaults = element.defaults() as Record<string, unknown>;
    for (const attribute of element.attributes.values()) {
      if (attribute.field === '' || attribute.type === 'name') continue;
      const where = `${element.tag} ${attribute.name} -> ${attribute.field}`;
      expect(Object.hasOwn(defaults, attribute.field), where).toBe(true);
      const value = defaults[attribute.field];
      if (attribute.type === 'double' || attribute.type === 'float' || attribute.type === 'int') {
        expect(Array.isArray(value), where).toBe(attribute.max !== 1);
        if (Array.isArray(value) && Number.isFinite(attribute.max)) expect(value.length, where).toBe(attribute.max);
      }
      if (attribute.type === 'string' || attribute.type === 'ref') expect(typeof value, where).toBe('string');
    }
  }
});

test('rules name existing attributes', () => {
  for (const element of allElements()) {
    for (const name of element.rules.flatMap((rule) => rule.bundles.flat())) {
      expect(element.attributes.has(name), `${element.tag} ${name}`).toBe(true);
    }
  }
});

test('default classes have neither names nor targets', () => {
  const motor = mujoco.children.get('default')?.grammar.children.get('motor')?.grammar;
  expect(motor?.attributes.has('gear')).toBe(true);
  for (const name of ['name', 'class', 'joint', 'tendon']) expect(motor?.attributes.has(name)).toBe(false);
});

test('all 49 kinds of sensors and 13 kinds of actuators exist', () => {
  const kinds = (tag: string) => [...(mujoco.children.get(tag)?.grammar.children.keys() ?? [])];
  expect(kinds('sensor')).toHaveLength(49);
  expect(kinds('actuator')).toHaveLength(13);
});
