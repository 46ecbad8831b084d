/** The check of the English of comments and names: each planted fault is found, what reads well passes, and only in folders that are clean. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CLEAN } from '../../scripts/word-rules.ts'
import { wordFaults } from '../../scripts/words.ts'

const faults = (text: string, path = 'src/x/y.ts'): string[] => wordFaults(new Map([[path, text]]), ['src/x'])

const COMMENTS: [found: RegExp | undefined, comment: string][] = [
  // Openings.
  [/"Of"/, '/** Of a tag: its id. */'],
  [undefined, '/** Of course it may fail. */'],
  [/"With"/, '/** With the name of its plan. */'],
  [/"With"/, '/** With a lease, for the caller. */'],
  [/"Without"/, '// Without its secret.'],
  [undefined, '/** Without a lease, the caller waits. */'],
  [/"What"/, '/** What a bank needs. */'],
  [/"What"/, '/**\n * What a bank needs.\n */'],
  [undefined, '/** What happens if the bank is down? */'],
  [/"Whoever".*name the actor|name the actor/, '/** Whoever asks is counted. */'],
  [/"Whose"/, '/** Whose rows are read. */'],
  [/"Whether it"/, '/** Whether it is active. */'],
  [undefined, '/** Whether the key is active. */'],
  [/"Null:"/, '/** Null: there is none. */'],
  [/"False:"/, '/** False: it was removed. */'],
  [/"True:"/, '// True: there is a new cut.'],
  [undefined, '/** Null when there is none. */'],
  [/"Those"/, '/** Those of several tenants. */'],
  [/"Its"/, '/** Its name in messages. */'],
  [/"The ones that"/, '/** The ones that count. */'],
  [undefined, '/** The one place that decides. */'],
  // Words, wherever they are.
  [/"nobody"/, '/** Reads a row that nobody knows. */'],
  [/"somebody"/, '// Runs until somebody reads it.'],
  [/"anew"/, '/** Reads the list anew. */'],
  [/"of its own"/, '/** Runs in a transaction of its own. */'],
  [undefined, '/** By the clock of its own process. */'],
  [/"by itself"/, '/** The window ends by itself. */'],
  [/"as it is"/, '/** Leaves the row as it is. */'],
  [undefined, '/** Keeps the text as it was sent. */'],
  [/"counts no more"/, '/** The link counts no more. */'],
  [undefined, '/** There are no more than ten. */'],
  [/"is over"/, '/** The time is over. */'],
  [undefined, '/** The sum is over 10. */'],
  [/"says so"/, '/** Retries when the bank says so. */'],
  [/"the same of"/, '/** Reads the same of every tenant. */'],
  [/"what became of it"/, '/** Stores what became of it. */'],
  [/"alone"/, '/** Reads the master alone. */'],
  [undefined, '/** Leaves the row alone. */'],
  [/"stands"/, '/** The reason stands in the row. */'],
  [undefined, '/** Stands in for a missing answer. */'],
  [/"away"/, '/** The bank is away. */'],
  [undefined, '/** Sends it right away. */'],
  [/"dear"/, '/** A dear statement. */'],
  [/"beside"/, '/** Stored beside the row. */'],
  [undefined, '/** Besides, it is sorted. */'],
  [/"told"/, '/** Each process is told. */'],
  [/"the try"/, '/** Ends the try. */'],
  [undefined, '/** The request body of `the try`. */'],
  [/"nouns"/, '/** Reads of later nouns. */'],
  [/"a reach"/, '/** Days of a reach. */'],
  // A comment of several lines is one text, one behind code begins like any other.
  [/"Those"/, '// Those of the tenant,\n// sorted.'],
  [undefined, '// Removes entries before\n// those of the tenant.'],
  [/"of its own"/, '// Runs in a transaction of its\n// own.'],
  [/"Of"/, 'const A = 1 // Of a tenant.'],
  // Texts are no comments.
  [undefined, "const a = 'anew' + 'src/**/nobody.ts' + 'http://nobody.example/'"],
]
for (const [found, comment] of COMMENTS)
  test(`${found ? 'found' : 'fine'}: ${comment.replaceAll('\n', ' ')}`, () => {
    const lines = faults(`${comment}\n`)
    if (found === undefined) assert.deepEqual(lines, [])
    else assert.match(lines.join('\n'), found)
  })

test('a name is split into its words, and those of a rule are found', () => {
  assert.match(
    faults('export const giveBackRow = () => 1\n').join(),
    /src\/x\/y\.ts:1 the name giveBackRow has "give back"; use instead: release/,
  )
  assert.match(faults('\nconst DEAF_S = 1\n').join(), /src\/x\/y\.ts:2 the name DEAF_S has "deaf"/)
  assert.match(faults('interface Stranger {}\n').join(), /Stranger/)
  assert.deepEqual(faults('const strangeness = 1\nconst deafen = 1\n'), [])
})

test('a fault says which word, on which line, in which comment, and what to write instead', () => {
  const text = 'const a = 1\n\n/**\n * Runs the statement in a transaction of its\n * own. Other rows stay.\n */\n'
  assert.deepEqual(faults(text), [
    'src/x/y.ts:4 the comment "…he statement in a transaction of its own. Other rows stay." has "of its own"; write instead: its own ..., a separate ...',
  ])
  assert.match(
    faults('// What a bank needs.\n').join(),
    /:1 the comment "What a bank needs\." begins with "What"; write/,
  )
})

test('folders that are not clean yet, neighbours of similar names and generated files are not read', () => {
  for (const path of ['src/y/y.ts', 'src/xy/y.ts', 'src/x/generated/y.ts'])
    assert.deepEqual(faults('/** Of nobody. */\n', path), [])
  assert.equal(faults('/** Of a tenant. */\n', 'src/x/deep/er/y.ts').length, 1)
})

test('each clean folder exists, and a fault planted in a file of it is found', () => {
  for (const folder of CLEAN) {
    const [path] = globSync(`${folder}/**/*.ts`).map((each) => each.replaceAll('\\', '/'))
    assert.ok(path, `${folder} has code`)
    const text = readFileSync(path, 'utf8')
    assert.deepEqual(wordFaults(new Map([[path, text]])), [])
    assert.equal(wordFaults(new Map([[path, `${text}\n/** Read anew. */\n`]])).length, 1)
  }
})

const FUNCTIONS: [found: RegExp | undefined, declaration: string, path?: string][] = [
  [
    /openRules has "open…".*use instead: create, compose/,
    'export const openRules = (runtime: Runtime): Rules => make(runtime)',
  ],
  [/openRules/, 'export const openRules = async <Row extends object>(\n  runtime: Runtime,\n) => make(runtime)'],
  [/openRules/, 'export async function openRules() {}'],
  [undefined, 'export const openServer = async (port: number): Promise<Server> => listen(port)'],
  [undefined, 'const openRules = (): Rules => []'],
  [undefined, 'export const opening = (): boolean => true'],
  [undefined, 'export const openRules = () => 1', 'console/src/y.ts'],
  [/rowOf has "…Of".*use instead: a verb/, 'export const rowOf = (order: Order): Row => order.row'],
  [/rowOf/, 'export function* rowOf() {}'],
  [undefined, 'export const findRowOf = (order: Order): Row => order.row'],
  [undefined, 'export const oneOf = (...values: string[]) => values'],
  [undefined, 'export const takeFirstStep = (row: Row) => row'],
  [undefined, 'export const AnyOf = <T extends TSchema>(value: T) => value'],
  [undefined, 'export const ROW_OF = 1'],
  [/takeFile has "take…".*use instead: receive/, 'export const takeFile = async (file: Sent) => store(file)'],
  [undefined, 'export const takeOne = (level: Level) => level', 'src/access/limits/y.ts'],
  [undefined, 'export const takenNames = (): string[] => []'],
]
for (const [found, declaration, path = 'src/x/y.ts'] of FUNCTIONS)
  test(`${found ? 'found' : 'fine'} in ${path}: ${declaration.replaceAll('\n', ' ')}`, () => {
    const lines = wordFaults(new Map([[path, `${declaration}\n`]]), ['src', 'console/src'])
    if (found === undefined) assert.deepEqual(lines, [])
    else assert.match(lines.join('\n'), found)
  })

test('a name that means several things is found, and a longer one is not', () => {
  for (const line of [
    '  const known = requireUser(await findUser(tx, scope, id))',
    'const known = await lockRole(tx, name)',
    'interface PlanRow {}',
    'const goOn = 1',
    'type Stretch = 1',
    'let door = 1',
  ])
    assert.equal(faults(`${line}\n`).length, 1, line)
  for (const line of [
    'const known = new Set(names)',
    'const knownKey = 1',
    'interface RecurringPlanRow {}',
    'const outdoors = 1',
    'type Stretched = 1',
  ])
    assert.deepEqual(faults(`${line}\n`), [], line)
})
