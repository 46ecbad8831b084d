/** `npm test -- changed`, over a small invented program: which tests a change reaches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesProgram, reachedTests } from '../runner/reached-tests.ts'

const importing = (...paths: string[]): string => paths.map((path) => `import { x } from '${path}'\n`).join('')

const PROGRAM = new Map(
  Object.entries({
    'src/core/money.ts': '',
    'src/cards/card-states.ts': importing('../core/money.ts'),
    'src/cards/card-schemas.ts': "import type { Card } from './card-states.ts'\n",
    'src/cards/endpoints.ts': importing('./card-schemas.ts'),
    'src/loans/loan.ts': importing('../cards/card-states.ts'),
    'src/gifts/gift.ts': '',
    'src/app/app.ts': importing('../cards/endpoints.ts', '../loans/loan.ts', '../gifts/gift.ts'),
    'console/src/cards.tsx': '',
    'test/support/rig.ts': importing('../../src/app/app.ts'),
    'test/support/bank.ts': "const PROGRAM = fileURLToPath(new URL('../../simulators/bank/main.ts', import.meta.url))",
    'test/core/money.test.ts': importing('../../src/core/money.ts'),
    'test/cards/life.test.ts': importing('../support/rig.ts'),
    'test/loans/loans.test.ts': importing('../support/rig.ts'),
    'test/gifts/gifts.test.ts': importing('../support/rig.ts', '../support/bank.ts'),
    'test/access/every-operation.test.ts': importing('../support/rig.ts'),
    'test/console/cards.test.ts': importing('../support/rig.ts'),
    'test/bank-simulator/faults.test.ts': '',
    'test/platform/pages.test.ts': "const page = read('docs/events.md')",
  }),
)

const table: [what: string, changed: string[], tests: string[]][] = [
  ['nothing', [], []],
  ['one domain, not what only the whole program joins to it', ['src/gifts/gift.ts'], ['test/gifts/gifts.test.ts']],
  [
    'what is imported, along the imports',
    ['src/core/money.ts'],
    ['test/core/money.test.ts', 'test/cards/life.test.ts', 'test/loans/loans.test.ts'],
  ],
  [
    'a domain and those above it',
    ['src/cards/card-states.ts'],
    ['test/cards/life.test.ts', 'test/loans/loans.test.ts'],
  ],
  [
    'a schema: no import of its type, but the tests of every operation',
    ['src/cards/card-schemas.ts'],
    ['test/cards/life.test.ts', 'test/access/every-operation.test.ts'],
  ],
  ['how the program is put together', ['src/app/app.ts'], ['test/platform/pages.test.ts']],
  ['a rig', ['test/support/bank.ts'], ['test/gifts/gifts.test.ts']],
  [
    'a program that a rig starts',
    ['simulators/bank/main.ts'],
    ['test/gifts/gifts.test.ts', 'test/bank-simulator/faults.test.ts'],
  ],
  ['a test', ['test/loans/loans.test.ts'], ['test/loans/loans.test.ts']],
  ['a page that a test reads', ['docs/events.md'], ['test/platform/pages.test.ts']],
  ['the console', ['console/src/cards.tsx'], ['test/console/cards.test.ts']],
  ['a migration', ['migrations/0001_cards.sql'], ['test/platform/pages.test.ts']],
  ['a file that is gone', ['src/gifts/old-gift.ts'], ['test/gifts/gifts.test.ts']],
]
for (const [what, changed, tests] of table)
  test(`changed: ${what}`, () => assert.deepEqual(reachedTests(PROGRAM, changed), tests))

test('the units run unless only tests and pages changed', () => {
  assert.equal(changesProgram(['docs/events.md', 'test/core/money.test.ts', 'README.md']), false)
  assert.equal(changesProgram(['docs/events.md', 'migrations/0001_cards.sql']), true)
})
