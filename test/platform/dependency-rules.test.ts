/** The checks themselves can fail: a planted fault of each kind is found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportFaults } from '../../scripts/exports.ts'
import { gateFaults } from '../../scripts/gates.ts'
import { layerFaults } from '../../scripts/layers.ts'
import { referenceFaults } from '../../scripts/references.ts'
import { tidyFaults, tidyWarnings } from '../../scripts/tidy.ts'
import { treeFaults } from '../../scripts/tree-page.ts'

const files = (sources: Record<string, string>): Map<string, string> => new Map(Object.entries(sources))
const importing = (to: string): string => `/** A file. */\nimport { x } from '${to}'\n`
const LEAF = '/** A file. */\n'

const lawful: [from: string, to: string][] = [
  ['src/infra/process/log.ts', 'src/core/money.ts'],
  ['src/payments/charge/pay.ts', 'src/fraud/screen.ts'],
  ['src/payments/charge/pay.ts', 'src/payments/charge/deep/other.ts'],
  ['src/payments/charge/pay.ts', 'src/payments/attempts/call.ts'],
  ['src/payments/payment-endpoints.ts', 'src/payments/endpoints/create-payment.ts'],
  ['src/payments/endpoints/three-d-secure-endpoints.ts', 'src/payments/endpoints/init-three-d.ts'],
  ['src/core/money.ts', 'src/core/clock.ts'],
  ['src/payments/queries/payment-list.ts', 'src/lists/exact-list.ts'],
  ['src/lists/filters/copy-blocks.ts', 'src/lists/blocks/close-block.ts'],
  ['src/app/app.ts', 'src/lists/upkeep/close-lists.ts'],
  ['src/cli/vezne.ts', 'src/lists/blocks/cut-lists.ts'],
  ['src/disputes/open.ts', 'src/transfers/dispatch/send.ts'],
  ['src/app/app.ts', 'src/disputes/open.ts'],
  ['src/app/app.ts', 'src/app/services.ts'],
  ['src/main.ts', 'src/app/app.ts'],
  ['src/cli/vezne.ts', 'src/app/app.ts'],
  ['test/a.test.ts', 'src/app/app.ts'],
  ['console/src/parts/period.tsx', 'console/src/api/platform-now.ts'],
  ['console/src/parts/changed.tsx', 'console/src/parts/record/diff-table.tsx'],
  ['console/src/screens/traces/trace.tsx', 'console/src/screens/payments/time-line.tsx'],
  ['console/src/frame/menu.tsx', 'console/src/screens.ts'],
  ['console/src/api/names.ts', 'sdk/src/generated/cards.ts'],
]
const unlawful: [from: string, to: string][] = [
  ['src/core/money.ts', 'src/infra/process/log.ts'],
  ['src/identity/me.ts', 'src/webhooks/events/event-outbox.ts'],
  ['src/payments/queries/payment-list.ts', 'src/lists/blocks/count-listed.ts'],
  ['src/lists/blocks/close-block.ts', 'src/lists/filters/copy-blocks.ts'],
  ['src/webhooks/events/event-outbox.ts', 'src/connectors/port.ts'],
  ['src/fraud/screen.ts', 'src/payments/charge/pay.ts'],
  ['src/disputes/open.ts', 'src/recurring/charge.ts'],
  ['src/payments/attempts/call.ts', 'src/payments/charge/pay.ts'],
  ['src/payments/review/hold.ts', 'src/payments/operations/void.ts'],
  ['src/payments/endpoints/create-payment.ts', 'src/payments/payment-endpoints.ts'],
  ['src/payments/endpoints/get-payment.ts', 'src/payments/endpoints/create-payment.ts'],
  ['src/payments/payments-module.ts', 'src/payments/endpoints/create-payment.ts'],
  ['src/transfers/model/transfer.ts', 'src/payments/model/payment.ts'],
  ['src/payments/charge/pay.ts', 'src/app/app.ts'],
  ['src/app/app.ts', 'src/main.ts'],
  ['src/infra/process/log.ts', 'test/support/http.ts'],
  ['sdk/index.ts', 'src/core/money.ts'],
  ['console/src/parts/period.tsx', 'console/src/frame/header.tsx'],
  ['console/src/parts/record/options.ts', 'console/src/generated/operations.ts'],
  ['console/src/api/me.ts', 'console/src/parts/icon.tsx'],
  ['console/src/screens/traces/trace.tsx', 'console/src/screens/refunds/refund-list.tsx'],
  ['console/src/screens/payments/payment-list.tsx', 'console/src/screens/traces/trace.tsx'],
  ['console/src/screens/traces/trace.tsx', 'console/src/frame/header.tsx'],
]
const relative = (from: string, to: string): string =>
  `${'../'.repeat(from.split('/').length - 1)}${to}`.replace(/^(?!\.)/, './')

for (const [from, to] of lawful)
  test(`${from} may import ${to}`, () => {
    assert.deepEqual(layerFaults(files({ [from]: importing(relative(from, to)), [to]: LEAF })), [])
  })
for (const [from, to] of unlawful)
  test(`${from} must not import ${to}`, () => {
    assert.deepEqual(layerFaults(files({ [from]: importing(relative(from, to)), [to]: LEAF })), [
      `${from} must not import ${to}`,
    ])
  })

test('a cycle is found, also through types and dynamic imports', () => {
  const faults = layerFaults(
    files({
      'src/core/a.ts': "import type { B } from './b.ts'",
      'src/core/b.ts': "export { c } from './c.ts'",
      'src/core/c.ts': "const a = await import('./a.ts')",
    }),
  )
  assert.deepEqual(faults, ['circle: src/core/a.ts > src/core/b.ts > src/core/c.ts > src/core/a.ts'])
})

test('a folder of a noun that has no rank is found', () => {
  assert.deepEqual(layerFaults(files({ 'src/payments/odds/a.ts': LEAF })), [
    'src/payments/odds/a.ts has no rank: name odds in the order of payments, scripts/ranks.ts',
  ])
})

test('a folder of the console that has no rank is found', () => {
  assert.deepEqual(layerFaults(files({ 'console/src/odds/a.ts': LEAF })), [
    'console/src/odds/a.ts has no rank: name odds in the order of the console, scripts/ranks.ts',
  ])
})

test('an import of a missing file is found', () => {
  assert.equal(layerFaults(files({ 'src/core/a.ts': importing('./gone.ts') })).length, 1)
})

const PAGE = [
  '# Page',
  '```',
  'src/',
  '  core/      values',
  'test/        by domain: core',
  '  support/   rigs',
  '```',
].join('\n')
const FOLDERS = ['src', 'src/core', 'test', 'test/core', 'test/support']

const trees: [name: string, page: string, folders: string[], faults: string[]][] = [
  ['every folder stands on it', PAGE, FOLDERS, []],
  ['a new folder of src/', PAGE, [...FOLDERS, 'src/odds'], ['docs/ARCHITECTURE.md does not name src/odds in its tree']],
  [
    'a new folder of test/',
    PAGE,
    [...FOLDERS, 'test/odds'],
    ['docs/ARCHITECTURE.md does not name test/odds in its tree'],
  ],
  [
    'a folder that is gone',
    PAGE,
    FOLDERS.filter((folder) => folder !== 'test/support'),
    ['docs/ARCHITECTURE.md names test/support in its tree, which does not exist'],
  ],
  ['no tree', '# Page', [], ['docs/ARCHITECTURE.md has no tree']],
]
for (const [name, page, folders, faults] of trees)
  test(`the tree of the page: ${name}`, () => assert.deepEqual(treeFaults(page, folders), faults))

const EXISTING = new Set([
  'src/core/money.ts',
  'docs/decisions/0002-rows.md',
  'docs/a.md',
  'docs/states.md',
  'src/infra/http/tls.ts',
])
const STATES = '# States\n\n## Cards, and more\n\n```sh\n# gone\n```\n'
const references: [path: string, text: string, dead: string[]][] = [
  ['docs/a.md', 'See `src/core/money.ts`, src/core, docs/decisions/0002 and [states](states.md#cards-and-more).', []],
  ['docs/a.md', '# A title\n[here](#a-title), [states](states.md)', []],
  ['docs/a.md', '# A title\n[here](#title)', ['docs/a.md#title']],
  ['docs/a.md', '[states](states.md#gone)', ['docs/states.md#gone']],
  ['src/core/a.ts', '/** As docs/states.md#cards-and-more has it. */', []],
  ['src/core/a.ts', '// by docs/states.md#gone.\n', ['docs/states.md#gone']],
  ['docs/a.md', '`infra/http` and `http/tls.ts`; POST /payments/3d, https://x.example/src/gone.ts', []],
  ['docs/a.md', 'See src/core/gone.ts.', ['src/core/gone.ts']],
  ['docs/a.md', 'See docs/decisions/0003.', ['docs/decisions/0003']],
  ['docs/a.md', 'As decision 0003 says, and Decision 0002.', ['docs/decisions/0003']],
  ['src/core/a.ts', '/** By record 0003 of the file. */', []],
  ['docs/a.md', '[states](old/states.md)', ['docs/old/states.md']],
  ['docs/a.md', 'Machinery is in `infra/gone`.', ['infra/gone']],
  ['src/core/a.ts', '/** As gone.ts has it. */', ['gone.ts']],
  ['src/core/a.ts', '// by docs/gone.md\n', ['docs/gone.md']],
  ['src/core/a.ts', "/** A file. */\nconst hint = 'see docs/gone.md'\nconst path = 'src/gone.ts'", ['docs/gone.md']],
]
for (const [path, text, dead] of references)
  test(`references of ${path}: ${text}`, () => {
    const faults = referenceFaults(files({ [path]: text, 'docs/states.md': STATES }), EXISTING)
    const names = faults.map((fault) => /names (\S+), which does not exist/.exec(fault)?.[1])
    assert.deepEqual([...new Set(names)], dead)
  })

const outside: [text: string, cited: string | undefined][] = [
  ['/** The table (contract/cards 1.4). */', 'contract/cards'],
  ['/** By design/storage.md. */', 'design/storage.md'],
  ['/** The table (states.md 1.3). */', 'states.md 1.3'],
  ['/** What holds (README 19.3). */', 'README 19.3'],
  ['// interface 4.2\n', 'interface 4.2'],
  ['/** Each state by direct SQL (check B7). */', 'check B7'],
  ['/** Two readers of README 2 times a day, tried on 3 machines. */', undefined],
  ['/** Contract and interface, as docs/states.md says; the check of 7 rows. */', undefined],
]
for (const [text, cited] of outside)
  test(`citations of pages that are not here: ${text}`, () => {
    const faults = referenceFaults(files({ 'src/core/a.ts': text }), EXISTING)
    assert.deepEqual(
      faults.filter((fault) => fault.includes(' cites ')),
      cited === undefined ? [] : [`src/core/a.ts cites ${cited}: cite a page here by path and heading`],
    )
  })

test('an export that no other file names is found', () => {
  const used = { 'src/core/b.ts': "import { a } from './a.ts'" }
  assert.deepEqual(
    exportFaults(files({ 'src/core/a.ts': 'export const a = 1\nexport type Odd = string\n', ...used })),
    ['src/core/a.ts exports Odd, which no other file names'],
  )
})

const IN_ONE_PIECE = '/**\n * A file. It is in one piece\n * because its parts agree.\n */\n'
const lines = (count: number, opening = LEAF): string => opening + '\n'.repeat(count - (opening.split('\n').length - 1))

const untidy: [name: string, sources: Record<string, string>, fault: RegExp][] = [
  ['a long file', { 'src/core/a.ts': lines(231) }, /231 lines, more than 230: .* "in one piece because/],
  ['a very long file', { 'src/core/a.ts': lines(401) }, /401 lines; at most 400/],
  ['a very long file with a reason', { 'src/core/a.ts': lines(401, IN_ONE_PIECE) }, /401 lines; at most 400/],
  ['a very long test', { 'test/core/a.test.ts': lines(401) }, /401 lines; at most 400/],
  [
    'a long file whose reason stands below its first comment',
    { 'src/core/a.ts': `${LEAF}${IN_ONE_PIECE}${'\n'.repeat(240)}` },
    /more than 230/,
  ],
  ['a file without its sentence', { 'src/core/a.ts': 'export const a = 1\n' }, /does not open with a sentence/],
  [
    'a migration without its sentence',
    { 'migrations/0001_a.sql': 'create table a ();\n' },
    /does not open with a sentence/,
  ],
  ['a file in camel case', { 'src/core/aB.ts': LEAF }, /kebab-case/],
  ['a folder of odds and ends', { 'src/core/utils/a.ts': LEAF }, /folder named utils/],
  [
    'a crowded folder',
    Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`src/core/f${at}.ts`, LEAF])),
    /26 files/,
  ],
]
for (const [name, sources, fault] of untidy)
  test(`untidy: ${name}`, () => {
    const faults = tidyFaults(files(sources))
    assert.equal(faults.length, 1)
    assert.match(faults[0]!, fault)
  })

const long: [name: string, path: string, text: string][] = [
  ['as far as the warning', 'src/core/a.ts', lines(230)],
  ['with a reason', 'src/core/a.ts', lines(400, IN_ONE_PIECE)],
  ['of cases', 'test/core/a.test.ts', lines(400)],
  ['of texts', 'console/src/screens/cards/texts.ts', lines(1_000)],
  ['of Turkish', 'src/core/phrases/turkish/phrases.ts', lines(1_000)],
  ['of schemas', 'src/payments/model/payment-schemas.ts', lines(1_000)],
]
for (const [name, path, text] of long)
  test(`tidy: a long file ${name}`, () => assert.deepEqual(tidyFaults(files({ [path]: text })), []))

const body = (count: number): string => '  step()\n'.repeat(count - 2)
const longFunctions: [name: string, text: string, warned: string[]][] = [
  ['of 50 lines', `${LEAF}const a = () => {\n${body(50)}}\nconst b = 1\n`, []],
  ['of 51 lines', `${LEAF}const a = () => {\n${body(51)}}\n\nconst b = 1\n`, ['src/core/a.ts:2 a has 51 lines']],
  [
    'whose parameters have lines of their own',
    `${LEAF}export const a = async (\n  b: string,\n): Promise<void> => {\n${body(50)}}\n`,
    ['src/core/a.ts:2 a has 52 lines'],
  ],
  ['that is declared', `${LEAF}\nexport function a() {\n${body(60)}}\n`, ['src/core/a.ts:3 a has 60 lines']],
  ['in a file that gives a reason', `${IN_ONE_PIECE}const a = () => {\n${body(60)}}\n`, []],
  ['that is none, but a table', `${LEAF}const A = [\n${body(60)}]\n`, []],
]
for (const [name, text, warned] of longFunctions)
  test(`tidy: a long function ${name}`, () =>
    assert.deepEqual(
      tidyWarnings(files({ 'src/core/a.ts': text })).map((warning) => warning.split(',')[0]),
      warned,
    ))

const trespasses: [name: string, path: string, source: string][] = [
  ['a forwarding header', 'src/access/a.ts', "request.headers['X-Forwarded-For']"],
  ['a forwarding header as a member', 'src/access/a.ts', "headers['forwarded']"],
  ['the address by the framework', 'src/access/a.ts', 'const from = request.ip'],
  ['the address by the socket', 'src/access/a.ts', 'request.raw.socket.remoteAddress'],
  ['the card of a payment', 'src/payments/a.ts', 'sealer.open(tenantId, place, row.card_sealed)'],
  ['where cards are sealed to', 'src/payments/a.ts', "const place = { table, rowId, column: 'card_sealed' }"],
  ['a cipher', 'src/payments/a.ts', "createCipheriv('aes-256-gcm', key, nonce)"],
  ['a row written whole', 'src/payments/a-store.ts', '`insert into settings\n  select row.* from given row`'],
  ['a fraction of an amount', 'src/payments/a.ts', 'const shown = row.amount_minor / 100'],
  ['an amount read by multiplying', 'simulators/bank/a.ts', 'const minor = Number(match[1]) * 100 + Number(match[2])'],
  ['the last digits of an amount', 'simulators/bank/a.ts', "String(minor % 100).padStart(2, '0')"],
  ['an amount with fixed digits', 'console/src/screens/a.tsx', 'of.total.toFixed(2)'],
  ['an amount from a float', 'sdk/src/a.ts', 'money(parseFloat(text), currency)'],
  ['an amount written for people', 'src/checkout/a.ts', "new Intl.NumberFormat('tr', { style: 'currency', currency })"],
  ['a filter that stays', 'src/payments/a-store.ts', "tx.query('where ($1::uuid is null or id = $1)', [id])"],
  ['a row that is spread', 'src/payments/a-store.ts', "insertInto('unresolved_operations', { ...row, since: NOW })"],
  ['a row written as it comes', 'src/payments/a-store.ts', "insertInto('unresolved_operations', row)"],
  ['a row written by hand', 'src/payments/a-store.ts', 'interface HeldRow {\n  id: string\n  tenant_id: string\n}'],
]
for (const [name, path, source] of trespasses)
  test(`a restricted API: ${name}`, () => {
    const [fault, ...more] = gateFaults(files({ [path]: `${LEAF}${source}\n` }))
    assert.match(fault ?? '', /that is left to src/)
    assert.deepEqual(more, [])
  })
