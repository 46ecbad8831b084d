/** The tree on docs/ARCHITECTURE.md is the tree: every folder it names exists, and no folder at first level is missing. */

const PAGE = 'docs/ARCHITECTURE.md'

/** `folders`: paths from the root. Returns one line per fault. */
export const treeFaults = (page: string, folders: readonly string[]): string[] => {
  const tree = /^```\n(src\/\n[\s\S]*?)^```/m.exec(`${page}\n`)?.[1]
  if (tree === undefined) return [`${PAGE} has no tree`]
  const named = foldersOf(tree)
  const existing = new Set(folders)
  return [
    ...folders
      .filter((folder) => isFirstLevel(folder) && !named.has(folder))
      .map((folder) => `${PAGE} does not name ${folder} in its tree`),
    ...[...named]
      .filter((folder) => !existing.has(folder))
      .map((folder) => `${PAGE} names ${folder} in its tree, which does not exist`),
  ]
}

const isFirstLevel = (folder: string): boolean => !folder.includes('/') || /^(?:src|test)\/[^/]+$/.test(folder)

/** A folder stands on a line of its own, two blanks deeper than its parent; `by domain: a, b` names several at once. */
const foldersOf = (tree: string): Set<string> => {
  const named = new Set<string>()
  const open: string[] = []
  for (const [, indent = '', name = '', text = ''] of tree.matchAll(/^( *)([\w./-]+)\/(?: +(.*))?$/gm)) {
    open.length = indent.length / 2
    const path = [...open, name].join('/')
    open.push(name)
    const parts = path.split('/')
    for (const at of parts.keys()) named.add(parts.slice(0, at + 1).join('/'))
    for (const child of /by domain[^:]*: (.*)/.exec(text)?.[1]?.split(', ') ?? []) named.add(`${path}/${child}`)
  }
  return named
}
