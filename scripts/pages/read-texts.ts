/** Files of the repository by a pattern, path from the root to text, in the order of their names. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const readTexts = (pattern: string): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: root })
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(`${root}${path}`, 'utf8')]),
  )
