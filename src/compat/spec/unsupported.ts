/** Functions on plugins and skins, which specs cannot hold yet: those that make something say so. */

type Call = (...args: unknown[]) => unknown;

const KINDS = ['Plugin', 'Skin'];

function refusal(name: string, what: string): Call {
  return () => {
    throw new Error(`${name}: ${what} are not supported in specs yet`);
  };
}

const WORDS: Readonly<Record<string, string>> = { Plugin: 'plugins', Skin: 'skins' };

export const unsupportedFunctions: Record<string, Call> = {
  ...Object.fromEntries(KINDS.map((kind) => [`mjs_add${kind}`, refusal(`mjs_add${kind}`, WORDS[kind])])),
  // no element is one of these
  ...Object.fromEntries(KINDS.map((kind) => [`mjs_as${kind}`, () => undefined])),
  ...Object.fromEntries(KINDS.map((kind) => [`mjs_default${kind}`, () => undefined])),
  mjs_makeFlex: refusal('mjs_makeFlex', 'flexes with bodies (<flexcomp>)'),
  // as there, when no plugin has that name
  mjs_activatePlugin: () => -1,
};
