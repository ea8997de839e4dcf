/** Code blocks of Markdown pages as modules. A module contains the visible text of the page and nothing else.
 *
 *  A block marked `ts` or `js` is a separate module, and so is the module script of an `html` block. Comments around it:
 *    `<!-- prelude -->`               the block runs before every following block of the page, in the same module
 *    `<!-- file: arm.xml -->`         the block is a file of this name in the current folder
 *    `<!-- environment: worker -->`   the block runs in a browser: `environments` has the globals that Node does not have
 *    `<!-- not run: reason -->`       the block is skipped */

export interface Block {
  /** page:line, for the name of the test */
  location: string;
  /** Code of the prelude of the page, before this block. */
  prelude: string;
  code: string;
  environment: Environment | undefined;
  /** Reason why the block is not run. */
  skipped: string | undefined;
}

type Environment = keyof typeof environments;

/** Globals of browsers that blocks use. They are declared before the block. */
const environments = {
  page: `
    const paragraph = { textContent: '' };
    const document = { querySelector: () => paragraph };
    const requestAnimationFrame = () => {};`,
  worker: `
    const postMessage = () => {};
    const setInterval = (tick: () => void, _ms: number) => tick();
    const addEventListener = async (_: string, listener: (event: { data: string }) => void) =>
      listener({ data: 'examples/humanoid.xml' });`,
};

/** Languages of blocks that are run: here, or by the test in the comment. */
export const languages = [
  'ts',
  'js',
  'html', // its module script here; pages of docs/embedding.md in test/viewer/consumers.test.ts
  'mjs', // apps/cli/walkthrough.test.ts
  'sh', // apps/cli/walkthrough.test.ts
  'tsx', // test/viewer/consumers.test.ts
  // not code
  'json',
  'text',
  'xml',
];

/** Every language that the blocks of a page name. */
export function languagesOf(text: string): string[] {
  return [...text.matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map((found) => found[1]);
}

/** Files that readers of a page are to save, by name. */
export function filesOf(text: string): [name: string, content: string][] {
  return [...text.matchAll(/<!-- file: (\S+) -->\n```\w*\n([\s\S]*?)^```$/gm)].map(([, name, content]) => [
    name,
    content,
  ]);
}

/** Blocks of a page that can run. */
export function blocksOf(page: string, text: string): Block[] {
  const found: Block[] = [];
  let prelude = '';
  let mark: { kind?: string; words: string } = { words: '' };
  const parts = /<!-- (prelude|environment|file|not run)(?:: ([\s\S]*?))? -->|^```(\w*)\n([\s\S]*?)^```$/gm;
  for (const part of text.matchAll(parts)) {
    const [, kind, words = '', language, code] = part;
    if (kind) {
      mark = { kind, words };
      continue;
    }
    const run = runnable(language, code);
    if (run !== undefined) {
      const location = `${page}:${text.slice(0, part.index).split('\n').length}`;
      const environment = mark.kind === 'environment' ? (mark.words as Environment) : undefined;
      const skipped = mark.kind === 'not run' ? mark.words.trim() : undefined;
      found.push({ location, prelude, code: run, environment, skipped });
      if (mark.kind === 'prelude') prelude = run;
    }
    mark = { words: '' };
  }
  return found;
}

function runnable(language: string, code: string): string | undefined {
  if (language === 'ts' || language === 'js') return code;
  if (language === 'html') return /<script type="module">\n([\s\S]*?)<\/script>/.exec(code)?.[1];
  return undefined;
}

/** The source of a module: imports, the prelude, and the block in its own scope unless it has exports. `tenon` and its entry points are the
 *  sources in `root`. */
export function moduleText({ prelude, code, environment }: Block, root: string): string {
  const isImport = /^\s*import [\s\S]*?;$/gm;
  const imports = [...prelude.matchAll(isImport), ...code.matchAll(isImport)].map(([line]) => line.trim());
  const rest = code.replace(isImport, '');
  const globals = environment ? environments[environment] : '';
  const scope = /^export /m.test(rest) ? [globals, rest] : ['{', globals, rest, '}', 'export {};'];
  return mapped([...new Set(imports), prelude.replace(isImport, ''), ...scope].join('\n'), root);
}

/** The entry points of the package as files of this repository. */
function mapped(text: string, root: string): string {
  return text
    .replace(/from '(?:\S*node_modules\/tenon\/dist\/browser\/index\.js|tenon)'/g, `from '${root}src/index.ts'`)
    .replace(
      /from 'tenon\/(mujoco|spec|batch|cluster|env|ik|optimize|policy|record|three)'/g,
      (_, entry) => `from '${root}src/${entry}.ts'`,
    );
}

/** Expected output of a block: the text after `// ->` of each console.log. */
export function promisedOutput(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*\/\/ -> (.*)$/gm)].map((found) => found[1]);
}
