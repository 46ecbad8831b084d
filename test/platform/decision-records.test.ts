/** What `npm run check` asks of the records in docs/decisions: their head, their title, and how many there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionFaults } from '../../scripts/pages/decisions-page.ts'

const RIGHT = '# 0240 Lists count in closed blocks\n\n**Context.** Counting read all rows.\n'

const cases: [name: string, file: string, text: string, fault: RegExp | undefined][] = [
  ['a record', '0240-closed-blocks.md', RIGHT, undefined],
  ['no title', '0240-closed-blocks.md', 'Lists.\n', /does not begin with its title: # 0240 Title/],
  ['the number of another file', '0241-closed-blocks.md', RIGHT, /does not begin with its title: # 0241 Title/],
  ['a subject for a title', '0266-cuts.md', '# 0266 Cuts of lists\n', /at least 4 words/],
  [
    'a record that no longer holds',
    '0240-closed-blocks.md',
    RIGHT.replace('\n\n', '\nStatus: superseded by 0340.\n\n'),
    /replace it/,
  ],
]
for (const [name, file, text, fault] of cases)
  test(`a decision record: ${name}`, () => {
    const faults = decisionFaults(new Map([[`docs/decisions/${file}`, text]]))
    assert.equal(faults.length, fault === undefined ? 0 : 1, faults.join('\n'))
    if (fault) assert.match(faults[0] ?? '', fault)
  })

test('at most 80 decision records', () => {
  const records = (count: number): Map<string, string> =>
    new Map(
      Array.from({ length: count }, (_, index) => {
        const number = String(index + 1).padStart(4, '0')
        return [`docs/decisions/${number}-lists.md`, RIGHT.replace('0240', number)]
      }),
    )
  assert.deepEqual(decisionFaults(records(80)), [])
  assert.match(decisionFaults(records(81)).join('\n'), /81 decision records.*at most 80/)
})
