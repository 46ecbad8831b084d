/** The dependency order on docs/ARCHITECTURE.md, lowest first; made from scripts/ranks.ts. */
import { INSIDE, NOUNS, type Order } from '../ranks.ts'

const SHOWN = ['payments', 'transfers']
const WIDTH = 100

export const ranksPart = (): string =>
  [
    '```',
    ...wrapped('src/', [...ranks(NOUNS), 'all other folders', 'app', 'cli | main.ts | request-process.ts']),
    ...SHOWN.flatMap((noun) => ['', ...wrapped(`src/${noun}/`, ranks(INSIDE[noun] ?? []))]),
    '```',
  ].join('\n')

/** Folders alone: files that lie in the noun itself are left to scripts/ranks.ts. */
const ranks = (order: Order): string[] =>
  order.map((names) => names.filter((name) => !name.endsWith('.ts')).join(' | ')).filter((names) => names !== '')

const wrapped = (title: string, names: readonly string[]): string[] => {
  const lines = [title]
  let line = '  '
  for (const [at, name] of names.entries()) {
    const part = at === names.length - 1 ? name : `${name} < `
    if ((line + part).length > WIDTH) {
      lines.push(line.trimEnd())
      line = '  '
    }
    line += part
  }
  return [...lines, line.trimEnd()]
}
