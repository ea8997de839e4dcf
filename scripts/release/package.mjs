// Differences of a published package from the repository: absolute links, and the URL of the repository.

/** The README with absolute URLs of links and pictures, at a tag. Pictures are raw files.
 *  @param {string} text @param {string} repository @param {string} tag */
export function linkReadme(text, repository, tag) {
  return text.replace(/(!?)\[([^\]\n]*)\]\((?!\w+:|#)([^)\s]+)\)/g, (_, mark, words, target) => {
    const kind = mark ? 'raw' : 'blob';
    return `${mark}[${words}](${repository}/${kind}/${tag}/${target})`;
  });
}

/** package.json with the URL of the repository, and without scripts and development dependencies.
 *  @param {Record<string, unknown>} packed @param {string} repository */
export function publishedPackage(packed, repository) {
  const { scripts: _, devDependencies: __, ...rest } = packed;
  return {
    ...rest,
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
}

/** The version of the first section of the changelog, if it has a date. @param {string} text */
export function changelogVersion(text) {
  return /^## \[?(\d+\.\d+\.\d+)\]? - \d{4}-\d{2}-\d{2}$/m.exec(text.slice(0, text.indexOf('\n### ')))?.[1];
}

/** Reasons that block a release.
 *  @param {{ repository: string | undefined, version: string, changelog: string | undefined, isClean: boolean }} state */
export function releaseProblems({ repository, version, changelog, isClean }) {
  return [
    repository === undefined &&
      'the URL of the repository is missing. Fill in `url` in scripts/release/repository.json',
    changelog !== version &&
      `CHANGELOG.md: expected a first section '## ${version} - YYYY-MM-DD', found ${changelog ?? 'none with a date'}`,
    !isClean && 'there are uncommitted changes. Commit them first',
  ].filter((problem) => problem !== false);
}
