/** Specs in the drop-in API: `parseXMLString`, `mj_compile`, `MjSpec`, element classes and their functions. */

import { modelSizes } from '../../core/model/fields/index.ts';
import type { Model } from '../../core/model/model.ts';
import { withWholeKeys } from '../../formats/spec/edit/attachAndDelete.ts';
import { SpecTree as Tree } from '../../formats/spec/specTree.ts';
import { guarded } from '../base/errors.ts';
import { inner } from '../base/handle.ts';
import type { Text } from '../base/text.ts';
import type { MjModel } from '../classes/model.ts';
import type { MjVFS } from '../files/vfs.ts';
import { MjsDefault, specClasses } from './classes/classes.ts';
import { SpecContext } from './classes/context.ts';
import { MjsElement } from './classes/handles.ts';
import { expectSpec, MjSpec, MjsAuthored } from './classes/mjSpec.ts';
import { MjsOrientation } from './classes/orientation.ts';
import { MjsPlugin } from './classes/plugin.ts';
import { actuatorFunctions } from './functions/actuators.ts';
import { addFunctions } from './functions/add.ts';
import { changeFunctions } from './functions/change.ts';
import { findFunctions } from './functions/find.ts';
import { makeFunctions } from './functions/make.ts';
import { pluginFunctions } from './functions/plugins.ts';
import { settle, withPlainArrays } from './settle.ts';
import type { SpecFunctions } from './types.ts';

/** Reads and compiles specs; injected, because it needs access to files. */
export interface SpecLoader {
  readSpec(xml: Text, vfs?: MjVFS): Tree;
  compileSpec(tree: Tree, vfs?: MjVFS): Model;
}

type Call = (...args: unknown[]) => unknown;

/** All spec functions and classes of the drop-in API, by name. */
export function specNames(loader: SpecLoader, Model: new (model: Model) => MjModel, warn: (text: string) => void) {
  const functions = {
    ...addFunctions,
    ...findFunctions,
    ...changeFunctions,
    ...actuatorFunctions,
    ...makeFunctions,
    ...pluginFunctions,
    mjs_defaultSpec: (spec: unknown) => {
      Object.assign(expectSpec('mjs_defaultSpec', spec).tree, new Tree());
    },
  };
  return {
    ...(Object.fromEntries(
      Object.entries(functions).map(([name, fn]) => [name, wrapped(fn as Call)]),
    ) as unknown as SpecFunctions),
    ...specClasses,
    MjSpec,
    MjsAuthored,
    MjsDefault,
    MjsElement,
    MjsOrientation,
    MjsPlugin,
    parseXMLString: (xml: Text, vfs?: MjVFS): MjSpec =>
      new MjSpec(guarded(() => new SpecContext(loader.readSpec(xml, vfs)))),
    mj_compile: (spec: MjSpec, vfs?: MjVFS): MjModel => {
      const owner = expectSpec('mj_compile', spec);
      const model = guarded(() => compile(owner, loader, vfs));
      for (const { message } of owner.tree.warnings) warn(`MuJoCo Warning: ${message}`);
      return new Model(model);
    },
    mj_copyBack: (spec: MjSpec, model: MjModel): number => copyBack(expectSpec('mj_copyBack', spec), inner(model)),
  };
}

function wrapped(fn: Call): Call {
  return (...args) => guarded(() => fn(...args));
}

const compiled = new WeakMap<SpecContext, Model>();

function compile(owner: SpecContext, loader: SpecLoader, vfs: MjVFS | undefined): Model {
  const { tree } = owner;
  try {
    settle(tree);
    const model = withWholeKeys(tree, () => withPlainArrays(tree, () => loader.compileSpec(tree, vfs)));
    owner.compiled = true;
    owner.error = '';
    compiled.set(owner, model);
    return model;
  } catch (error) {
    owner.error = `Error: ${error instanceof Error ? error.message : String(error)}`;
    throw error;
  }
}

/**
 * Whether the model was compiled from the spec. MuJoCo copies its values back for saving, which specs do not do here.
 */
function copyBack(owner: SpecContext, model: Model): number {
  const known = compiled.get(owner);
  const same = known !== undefined && modelSizes.every((name) => known[name] === model[name]);
  owner.error = same ? '' : `Error: ${known ? 'incompatible models' : 'the spec has not been compiled'} in CopyBack`;
  return Number(same);
}
