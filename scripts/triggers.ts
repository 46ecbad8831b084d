/** What the database does by itself: each trigger function guards, notifies, or says in its comment what else it does and why. */

type Files = ReadonlyMap<string, string>

/** In the order of the page. */
export const KINDS = ['decides', 'keeps', 'notes', 'indexes', 'guards', 'tells'] as const
export type Kind = (typeof KINDS)[number]

export interface TriggerFunction {
  readonly name: string
  readonly kind: Kind
  /** Tables it is called for, where a migration names them. */
  readonly tables: readonly string[]
  /** Tables it writes rows of, beside the row that it is called for. */
  readonly writes: readonly string[]
  /** Empty where its name says it. */
  readonly text: string
}

interface Written {
  readonly path: string
  readonly body: string
}

/** `migrations`: path from the root to text; `released`: those of the previous release. Returns one line per fault. */
export const triggerFaults = (migrations: Files, released: Files = new Map()): string[] => {
  const texts = inOrder(migrations)
  const comments = commentsOf(texts)
  const functions = functionsOf(texts)
  return [
    ...[...functions].flatMap(([name, { path, body }]) => functionFaults(path, name, body, comments.get(name))),
    ...[...comments].flatMap(([name, comment]) => {
      const file = /it goes once (\S+) is released/.exec(comment)?.[1]
      return released.has(`migrations/${file}.sql`)
        ? [`${name} goes now, since ${file} is released: -- contract of ${file}`]
        : []
    }),
    ...[...comments.keys()]
      .filter((name) => !functions.has(name))
      .map((name) => `a comment says what ${name} does, and no trigger function is named so`),
  ]
}

/** By name, for docs/database.md. */
export const triggerFunctions = (migrations: Files): TriggerFunction[] => {
  const texts = inOrder(migrations)
  const comments = commentsOf(texts)
  const triggers = triggersOf(texts)
  return [...functionsOf(texts)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { body }]) => ({
      name,
      tables: triggers.get(name) ?? [],
      writes: writesOf(body),
      ...said(name, comments.get(name)),
    }))
}

/** Functions that procedures of migrations make, one a table or list; `name` is a pattern. */
export const MADE_BY_PROCEDURES: readonly (TriggerFunction & { readonly pattern: RegExp })[] = [
  {
    name: 'count_<table>_for_quota',
    pattern: /^count_(payments|transfers)_for_quota$/,
    kind: 'notes',
    tables: ['payments', 'transfers'],
    writes: ['quota_counts'],
    text: 'what was made of a day and of a month, in the statement that makes it, so that no limit counts rows; the release before makes payments, too.',
  },
  {
    name: 'note_<change>_of_<list>',
    pattern: /^note_(insert|update|delete)_of_\w+$/,
    kind: 'notes',
    tables: [],
    writes: ['closed_block_deltas'],
    text: 'what a late change makes of the counts of a closed block, for lists with exact totals.',
  },
  {
    name: '<foreign key>_met',
    pattern: /_met$/,
    kind: 'guards',
    tables: [],
    writes: [],
    text: 'a row that is referred to is there, where the table it is in is divided and a foreign key cannot look.',
  },
]

const functionFaults = (path: string, name: string, body: string, comment: string | undefined): string[] => {
  if (comment !== undefined)
    return kindIn(comment) === undefined
      ? [`${path}: the comment on ${name} begins with none of ${KINDS.join(', ')}, and a colon`]
      : []
  if (name.startsWith('tell_') && [...body.matchAll(WRITE)].every(([, table]) => table!.endsWith('_changes'))) return []
  if (name.startsWith('guard_') && !WRITE_OR_SET.test(body)) return []
  return [
    `${path}: ${name} does more than guard or notify: let the statement that causes it do that, or say in its comment what it is and why`,
  ]
}

/** The keys of payments and operations are claimed by a function, since their tables change by the day. */
const writesOf = (body: string): string[] => [
  ...new Set([
    ...[...body.matchAll(WRITE)].map(([, table]) => table as string),
    ...(body.includes('claim_keys(') ? ['idempotency_claims'] : []),
  ]),
]

const WRITE = /\b(?:insert into|update|delete from)\s+(?!set\b)(\w+)/gi
const WRITE_OR_SET = /\b(?:insert into|delete from|update\s+\w+\s+(?:\w+\s+)?set)\b|\bnew\.\w+\s*:=/i

const said = (name: string, comment: string | undefined): Pick<TriggerFunction, 'kind' | 'text'> => {
  if (comment === undefined) return { kind: name.startsWith('tell_') ? 'tells' : 'guards', text: '' }
  return { kind: kindIn(comment) ?? 'decides', text: comment.replace(/^\w+: /, '') }
}

const kindIn = (comment: string): Kind | undefined => KINDS.find((kind) => comment.startsWith(`${kind}: `))

const inOrder = (migrations: Files): [path: string, text: string][] =>
  [...migrations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, text.replace(/^\s*--.*$/gm, '')])

/** The latest definition of each that no later file drops; names that a procedure puts together are left out. */
const functionsOf = (texts: readonly [string, string][]): Map<string, Written> => {
  const functions = new Map<string, Written>()
  for (const [path, text] of texts) {
    for (const [, name, body] of text.matchAll(MADE)) functions.set(name!, { path, body: body! })
    for (const [, name] of text.matchAll(/^drop function (?:if exists )?(\w+)/gim)) functions.delete(name!)
  }
  return functions
}
const MADE = /^create (?:or replace )?function (\w+)\(\)\s+returns trigger\b[^$]*(?:\$(?:\w*)\$)([\s\S]*?)\$\w*\$/gim

const commentsOf = (texts: readonly [string, string][]): Map<string, string> => {
  const comments = new Map<string, string>()
  for (const [, text] of texts) {
    for (const [, name, comment] of text.matchAll(/^comment on function (\w+)\(\) is\s+'((?:[^']|'')*)'/gim))
      comments.set(name!, comment!.replaceAll("''", "'"))
    for (const [, name] of text.matchAll(/^drop function (?:if exists )?(\w+)/gim)) comments.delete(name!)
  }
  return comments
}

/** Function to the tables that call it. */
const triggersOf = (texts: readonly [string, string][]): Map<string, string[]> => {
  const triggers = new Map<string, { table: string; calls: string }>()
  for (const [, text] of texts) {
    for (const [, name, table, calls] of text.matchAll(TRIGGER))
      triggers.set(`${name} ${table}`, { table: table!, calls: calls! })
    for (const [, name, table] of text.matchAll(/^drop trigger (?:if exists )?(\w+) on (\w+)/gim))
      triggers.delete(`${name} ${table}`)
  }
  const tables = new Map<string, Set<string>>()
  for (const { table, calls } of triggers.values()) tables.set(calls, (tables.get(calls) ?? new Set()).add(table))
  return new Map([...tables].map(([name, all]) => [name, [...all].sort()]))
}
const TRIGGER =
  /^create (?:or replace )?(?:constraint )?trigger (\w+)\s[^;]*?\bon (\w+)\b[^;]*?\bexecute (?:function|procedure) (\w+)\(/gim
