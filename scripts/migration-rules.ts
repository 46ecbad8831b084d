/** What a release's migrations may do while the release before goes on working (docs/migrations.md). It is in one piece because most of it is one table of rules. */

type Files = ReadonlyMap<string, string>

/** Tables that grow with the traffic: a lock on them blocks payments. */
const HOT = new Set(
  `payments payment_operations three_d_sessions api_request_logs journal events webhook_deliveries transfers
   transfer_postings fraud_checks fraud_alerts fraud_velocity fraud_volumes fraud_declines audit_log audit_heads
   idempotency_keys refresh_tokens`.split(/\s+/),
)

/** `released`: the migrations of the previous release; both by path from the root. Returns one line per fault. */
export const migrationFaults = (migrations: Files, released: Files): string[] => [
  ...[...released]
    .filter(([path, text]) => migrations.get(path) !== text)
    .map(([path]) => `${path} is released and cannot change or go: add a file`),
  ...[...migrations]
    .filter(([path]) => !released.has(path))
    .flatMap(([path, text]) => [
      ...(path > [...released.keys()].sort().at(-1)! ? [] : [`${path} would run before files that are released`]),
      ...fileFaults(path, text, migrations, released),
    ]),
]

const fileFaults = (path: string, text: string, migrations: Files, released: Files): string[] => {
  const contracted = /^-- contract of (\w[\w.-]*)/m.exec(text)?.[1]
  const isContract = contracted !== undefined && released.has(`migrations/${contracted}.sql`)
  const statements = statementsOf(text)
  const made = new Set(
    statements.flatMap((each) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []),
  )
  const replaced = replacedIndex(path, text, migrations)
  const context = { made, statements, isContract, replaced, ofNoRelease: madeSinceRelease(migrations, released) }
  return [
    ...(contracted !== undefined && !isContract
      ? [`${path}: ${contracted} is not in the previous release: what it replaced is still written`]
      : []),
    ...statements.flatMap((statement) =>
      RULES.flatMap((rule) =>
        rule.breaks(statement, context) ? [`${path}: ${rule.says}: ${statement.slice(0, 70)}`] : [],
      ),
    ),
  ]
}

/** Functions that the previous release does not have, and indexes on tables that it does not have: it relies on none of them. */
const madeSinceRelease = (migrations: Files, released: Files): ReadonlySet<string> => {
  const made = (sign: RegExp): string[][] =>
    [...migrations].flatMap(([path, text]) =>
      released.has(path) ? [] : statementsOf(text).flatMap((each) => [[...(sign.exec(each) ?? [])].slice(1)]),
    )
  const tables = new Set(made(/^create table (?:if not exists )?(\w+)/).flatMap(([table]) => table ?? []))
  const indexes = made(/^create (?:unique )?index (?:concurrently )?(?:if not exists )?(\w+) on (\w+)/)
  const isReleased = (name: string): boolean =>
    [...released.values()].some((text) => text.includes(`function ${name}(`))
  return new Set([
    ...indexes.flatMap(([name, table]) => (name && table && tables.has(table) ? [`index ${name}`] : [])),
    ...made(/^create (?:or replace )?function (\w+)/).flatMap(([name]) =>
      name && !isReleased(name) ? [`function ${name}`] : [],
    ),
  ])
}

/** The index that a file drops because another one, made by the file it names in its first line, serves instead. A unique one is a promise: it stays. */
const replacedIndex = (path: string, text: string, migrations: Files): string | undefined => {
  const by = `migrations/${/^-- replaced by (\w[\w.-]*)/.exec(text)?.[1]}.sql`
  const name = /^drop index concurrently if exists (\w+)$/.exec(statementsOf(text)[0] ?? '')?.[1]
  if (name === undefined || by >= path) return undefined
  const table = [...migrations.values()]
    .flatMap(statementsOf)
    .map((each) => /^create index (?:concurrently )?(\w+) on (\w+)/.exec(each))
    .find((made) => made?.[1] === name)?.[2]
  const serves = (each: string): boolean => each.startsWith('create index ') && each.includes(` on ${table} (`)
  return statementsOf(migrations.get(by) ?? '').some(serves) ? name : undefined
}

/** Lower case, one blank between words; without comments, quoted texts and bodies of functions. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

interface Context {
  /** Tables the file itself creates: not in use yet. */
  made: ReadonlySet<string>
  statements: readonly string[]
  /** One release after the expansion it names: what that replaced may go. */
  isContract: boolean
  /** An index that only makes reads faster, and that an earlier file has replaced: the release before does without it. */
  replaced: string | undefined
  /** Indexes and functions that no release has. */
  ofNoRelease: ReadonlySet<string>
}

interface Rule {
  says: string
  breaks: (statement: string, context: Context) => boolean
}

/** The table of an `alter table` that others use, and the commands on it. */
const altered = (statement: string, { made }: Context): { table: string; commands: string[] } | undefined => {
  const [, table, rest] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? []
  return table === undefined || rest === undefined || made.has(table)
    ? undefined
    : { table, commands: commandsOf(rest) }
}
/** Commas inside brackets separate nothing. */
const commandsOf = (text: string): string[] => {
  let depth = 0
  let start = 0
  const commands: string[] = []
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign !== ',' || depth > 0) continue
    commands.push(text.slice(start, at).trim())
    start = at + 1
  }
  return [...commands, text.slice(start).trim()]
}
const onCommand =
  (test: (command: string, table: string, context: Context) => boolean): Rule['breaks'] =>
  (statement, context) => {
    const found = altered(statement, context)
    return found?.commands.some((command) => test(command, found.table, context)) ?? false
  }
const onStatement =
  (sign: RegExp): Rule['breaks'] =>
  (statement) =>
    sign.test(statement)
const inContractAlone =
  (rule: Rule['breaks']): Rule['breaks'] =>
  (statement, context) =>
    !context.isContract && rule(statement, context)

const ADDS_COLUMN =
  /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|primary\b|unique\b|foreign\b|exclude\b)\w+ /
const ADDS_CONSTRAINT = /^add (?:constraint \w+ )?(check|foreign|primary|unique|exclude)\b/
const DROPPED = /^drop (index|function) (?:concurrently )?(?:if exists )?(\w+)(?: ?\(.*\))?$/
const LOCK_OF_TABLE = 'lock table only'
const EXCLUSIVE = 'in access exclusive mode'
const REPLACED_CHECK = /^drop constraint (?:if exists )?\w+$/

export const RULES: readonly Rule[] = [
  {
    says: 'the release before still uses it; it goes one release later (-- contract of <file>)',
    breaks: inContractAlone(
      (statement, { statements, replaced, ofNoRelease }) =>
        /^drop (?!trigger\b)/.test(statement) &&
        !ofNoRelease.has(statement.replace(DROPPED, '$1 $2')) &&
        !(statements.length === 1 && statement === `drop index concurrently if exists ${replaced}`),
    ),
  },
  {
    says: 'the release before still uses the column or constraint; it goes one release later (-- contract of <file>)',
    breaks: inContractAlone(
      onCommand(
        (command, table, { statements }) =>
          /^drop (?!identity)/.test(command) &&
          // A list of allowed words that grows: the wider check is in the same file.
          !(REPLACED_CHECK.test(command) && statements.some((each) => widens(each, table))),
      ),
    ),
  },
  { says: 'a name the release before uses', breaks: onStatement(/^alter .*\brename\b/) },
  {
    says: 'a type that changes is another column: add that',
    breaks: onCommand((command) => /^alter (?:column )?\w+ (?:set data )?type\b/.test(command)),
  },
  { says: 'a type that changes is another type', breaks: onStatement(/^alter type .*\b(?:drop|alter) attribute\b/) },
  {
    says: 'rows of the release before have no value for it: nullable or with a default',
    breaks: onCommand(
      (command) => ADDS_COLUMN.test(command) && /\bnot null\b/.test(command) && !/\bdefault\b/.test(command),
    ),
  },
  {
    says: 'rewrites the table under an exclusive lock: add it empty, let the program fill it',
    breaks: onCommand(
      (command) =>
        ADDS_COLUMN.test(command) &&
        /\bstored\b|\bidentity\b|\b\w*serial\b|\bdefault (?:\(?\w+\(|current_|localtime)/.test(command) &&
        !/\bdefault (?:now\(\)|''|current_timestamp)/.test(command),
    ),
  },
  {
    says: 'a release later, once every row has one (check ... not valid, then validate)',
    breaks: inContractAlone(
      onCommand((command) => /^alter (?:column )?\w+ (?:set not null|drop default)/.test(command)),
    ),
  },
  {
    says: 'a key is built under an exclusive lock, and the release before may write what it refuses',
    breaks: onCommand(
      (command) =>
        /^(?:primary|unique|exclude)$/.test(ADDS_CONSTRAINT.exec(command)?.[1] ?? '') ||
        (ADDS_COLUMN.test(command) && /\b(?:primary key|unique)\b/.test(command)),
    ),
  },
  {
    says: 'reads the whole table under a lock: not valid, and validate in a later file',
    breaks: onCommand(
      (command, table) =>
        (ADDS_CONSTRAINT.test(command) && !/\bnot valid$/.test(command)) ||
        (HOT.has(table) && ADDS_COLUMN.test(command) && /\b(?:check \(|references\b)/.test(command)),
    ),
  },
  {
    says: 'validate in a file of its own, or the lock of the other command is held meanwhile',
    breaks: (statement, context) =>
      context.statements.length > 1 && onCommand((command) => /^validate\b/.test(command))(statement, context),
  },
  {
    says: 'an index on a table in use is made concurrently, in a file of its own',
    breaks: (statement, { made, statements }) => {
      const [, , concurrently, table] =
        /^create (unique )?index (concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/.exec(statement) ?? []
      if (table === undefined || made.has(table)) return false
      return concurrently ? statements.length > 1 : HOT.has(table)
    },
  },
  {
    says: 'locks the partitions before their table and never ends under load: first lock table only <table> in access exclusive mode',
    breaks: (statement, { made, statements }) => {
      const table = /^drop trigger (?:if exists )?\w+ on (\w+)/.exec(statement)?.[1]
      return (
        table !== undefined &&
        HOT.has(table) &&
        !made.has(table) &&
        statements[0] !== `${LOCK_OF_TABLE} ${table} ${EXCLUSIVE}`
      )
    },
  },
  {
    says: 'holds up everybody',
    breaks: (statement, { statements }) =>
      /^(?:lock|truncate|cluster|vacuum full|reindex (?!.*concurrently))\b/.test(statement) &&
      !(
        statement === statements[0] &&
        statement.startsWith(LOCK_OF_TABLE) &&
        statements[1]?.startsWith('drop trigger ')
      ),
  },
  {
    says: 'rows are changed by the program, in batches, not by a migration',
    breaks: (statement) => HOT.has(/^(?:update|delete from) (?:only )?(\w+)/.exec(statement)?.[1] ?? ''),
  },
  {
    says: 'PostgreSQL 15 has no such function',
    breaks: onStatement(
      /\b(?:any_value|array_sample|array_shuffle|array_sort|array_reverse|random_normal|json_table|uuidv4|casefold|crc32c?)\s*\(/,
    ),
  },
  { says: 'the release before uses the right', breaks: inContractAlone(onStatement(/^revoke\b/)) },
  {
    says: 'the release before relies on it',
    breaks: onCommand((command) => /^(?:disable|no force|force|enable) /.test(command)),
  },
]

const widens = (statement: string, table: string): boolean =>
  new RegExp(`^alter table (?:only )?${table} .*add constraint \\w+ check .*not valid$`).test(statement)
