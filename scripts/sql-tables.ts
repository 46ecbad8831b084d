/** Which tables the statements in a source file touch, and whether they write them: text, templates of `sql`, and the helpers that write rows. */

interface TableUse {
  readonly table: string
  readonly isWrite: boolean
  /** From 1. */
  readonly line: number
}

/** Without partitions, which are named after their table. */
export const tablesMade = (migrations: ReadonlyMap<string, string>): Set<string> =>
  new Set(
    [...migrations.values()].flatMap((text) =>
      [...text.matchAll(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)\b(?! partition of)/gim)].map(
        ([, name]) => name as string,
      ),
    ),
  )

export const tableUses = (text: string, tables: ReadonlySet<string>): TableUse[] => {
  const code = withoutComments(text)
  const found = [...writes(code), ...reads(code), ...locks(code), ...handed(code)]
  return found
    .filter(({ table }) => tables.has(table))
    .map(({ table, isWrite, at }) => ({ table, isWrite, line: code.slice(0, at).split('\n').length }))
}

interface Found {
  readonly table: string
  readonly isWrite: boolean
  readonly at: number
}

/** Texts stay, so that `//` in an address begins no comment; a comment leaves its line breaks. */
const withoutComments = (text: string): string =>
  text.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, (each) =>
    each.startsWith('/') ? each.replace(/[^\n]/g, '') : each,
  )

const WRITES =
  /\b(?:insert into|update|delete from|merge into|truncate(?: table)?)\s+(?:only\s+)?(\w+)|\b(?:insertInto|updateTable|replaceIn|buildDocumentInsert)\(\s*'(\w+)/gi

const writes = (code: string): Found[] =>
  [...code.matchAll(WRITES)].map((match) => ({ table: (match[1] ?? match[2])!, isWrite: true, at: match.index }))

/** A name with its alias; more of them after commas. */
const NAMED = String.raw`\w+(?:\s+(?:as\s+)?(?!(?:where|on|join|left|right|full|cross|inner|order|group|limit|for|set|using|union|returning)\b)\w+)?`
const READS = new RegExp(
  String.raw`(?<!\bdelete\s+)\b(?:from|using|join)\s+(?:only\s+)?(${NAMED}(?:\s*,\s*${NAMED})*)`,
  'g',
)

/** A part that begins with a table is what follows `from` in a statement elsewhere. */
const PARTS = /\bsql`\s*(\w+)/g

const reads = (code: string): Found[] =>
  [...code.matchAll(READS), ...code.matchAll(PARTS)].flatMap((match) =>
    match[1]!.split(',').map((each) => ({ table: /\w+/.exec(each)![0], isWrite: false, at: match.index })),
  )

const NAME_AS_VALUE = String.raw`(?:only\s+)?\$\{(?:rawSql\()?[\w.]+\)?\}`

/** Names in quotes, in a file with a statement that is put together with the name of its table. */
const handed = (code: string): Found[] => {
  const isWrite = new RegExp(String.raw`\b(?:insert into|update|delete from)\s+${NAME_AS_VALUE}`).test(code)
  if (!isWrite && !new RegExp(String.raw`(?<!\bdistinct )\b(?:from|join)\s+${NAME_AS_VALUE}`).test(code)) return []
  return [...code.matchAll(/'(\w+)'/g)].map((match) => ({ table: match[1]!, isWrite, at: match.index }))
}

/** Rows that a select locks are about to be written: `for update` counts, of the tables of its own select. */
const locks = (code: string): Found[] =>
  [...code.matchAll(/\bfor (?:no key )?update\b(?: of ([\w, ]+?)(?= skip| nowait|[^\w, ]|$))?/gm)].flatMap((match) => {
    const of = match[1]?.split(',').map((name) => name.trim())
    return fromOf(selectBefore(code, match.index))
      .filter(({ table, alias }) => of === undefined || of.includes(alias) || of.includes(table))
      .map(({ table }) => ({ table, isWrite: true, at: match.index }))
  })

/** The text at `end`, back to the bracket or quote that opens it; what stands in brackets of its own is left out. */
const selectBefore = (code: string, end: number): string => {
  let text = ''
  let depth = 0
  for (let at = end - 1; at >= 0; at--) {
    const sign = code[at]!
    if (sign === ')' || sign === '}') depth++
    else if (sign === '(' || sign === '{') {
      if (depth === 0) break
      depth--
    } else if (depth === 0) {
      if (sign === '`' || sign === '"') break
      if (sign === "'") at = beginOfConstant(code, at)
      if (at === -1) break
      text = code[at] + text
    }
  }
  return text
}

/** Of a constant of SQL that ends here; -1 where the quote is the one that opens the whole text. */
const beginOfConstant = (code: string, end: number): number => {
  const begin = code.lastIndexOf("'", end - 1)
  const between = code.slice(begin + 1, end)
  return begin > 0 && !between.includes('\n') && /[\s=(,<>|]/.test(code[begin - 1]!) ? begin : -1
}

const fromOf = (select: string): { table: string; alias: string }[] =>
  [...select.matchAll(new RegExp(String.raw`\b(?:from|join)\s+(${NAMED}(?:\s*,\s*${NAMED})*)`, 'g'))].flatMap(
    ([, names]) =>
      names!.split(',').map((each) => {
        const words = each.trim().split(/\s+/)
        return { table: words[0]!, alias: words.at(-1)! }
      }),
  )
