/** Specs in the drop-in API: `parseXMLString`, `mj_compile`, `MjSpec`, the classes of elements and the functions on them. */

import { modelSizes } from '../../model/fields/index.ts';
import type { Model } from '../../model/model.ts';
import { withWholeKeys } from '../../spec/edit/change.ts';
import { Spec as Tree } from '../../spec/spec.ts';
import { guarded } from '../base/errors.ts';
import { inner } from '../base/handle.ts';
import type { MjModel } from '../classes/model.ts';
import type { MjVFS } from '../files/vfs.ts';
import { actuatorFunctions } from './actuators.ts';
import { addFunctions } from './add.ts';
import { changeFunctions } from './change.ts';
import { MjsDefault, MjsElement, MjsPlugin, specClasses } from './classes.ts';
import { SpecContext } from './context.ts';
import { findFunctions } from './find.ts';
import { settleCharacters } from './members.ts';
import { MjSpec, MjsAuthored, specOf } from './mjSpec.ts';
import { MjsOrientation } from './orientation.ts';
import { withPlainArrays } from './plainArrays.ts';
import type { SpecFunctions } from './types.ts';
import { unsupportedFunctions } from './unsupported.ts';

/** Reads and compiles specs; given from outside, where files are known. */
export interface SpecLoader {
  readSpec(xml: string, vfs?: MjVFS): Tree;
  compileSpec(tree: Tree, vfs?: MjVFS): Model;
}

type Call = (...args: unknown[]) => unknown;

/** Everything of the drop-in API that has to do with specs, under its names. */
export function specNames(loader: SpecLoader, Model: new (model: Model) => MjModel) {
  const functions = {
    ...addFunctions,
    ...findFunctions,
    ...changeFunctions,
    ...actuatorFunctions,
    ...unsupportedFunctions,
    mjs_defaultSpec: (spec: unknown) => {
      Object.assign(specOf('mjs_defaultSpec', spec).tree, new Tree());
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
    parseXMLString: (xml: string, vfs?: MjVFS): MjSpec =>
      new MjSpec(guarded(() => new SpecContext(loader.readSpec(xml, vfs)))),
    mj_compile: (spec: MjSpec, vfs?: MjVFS): MjModel => {
      const owner = specOf('mj_compile', spec);
      return new Model(guarded(() => compile(owner, loader, vfs)));
    },
    mj_copyBack: (spec: MjSpec, model: MjModel): number => copyBack(specOf('mj_copyBack', spec), inner(model)),
  };
}

function wrapped(fn: Call): Call {
  return (...args) => guarded(() => fn(...args));
}

const compiled = new WeakMap<SpecContext, Model>();

function compile(owner: SpecContext, loader: SpecLoader, vfs: MjVFS | undefined): Model {
  const { tree } = owner;
  settleCharacters(tree);
  try {
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

/** Whether the model is one of the spec; MuJoCo keeps its numbers for saving, which is not done from specs here. */
function copyBack(owner: SpecContext, model: Model): number {
  const known = compiled.get(owner);
  const same = known !== undefined && modelSizes.every((name) => known[name] === model[name]);
  owner.error = same ? '' : `Error: ${known ? 'incompatible models' : 'the spec has not been compiled'} in CopyBack`;
  return Number(same);
}
