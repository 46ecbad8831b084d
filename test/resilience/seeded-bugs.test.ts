/** Every bug that can be seeded into the program fits its text: one that does not would prove nothing. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SEEDED_BUGS, SEEDED_LIFE_BUGS, SEEDED_MONTH_BUGS, SEEDED_TRANSFER_BUGS } from './chaos/seeded-bugs.ts'

const FILES = globSync(new URL('../../src/**/*.ts', import.meta.url).pathname)

const ALL = { ...SEEDED_BUGS, ...SEEDED_LIFE_BUGS, ...SEEDED_MONTH_BUGS, ...SEEDED_TRANSFER_BUGS }

for (const [name, changes] of Object.entries(ALL))
  test(`${name} fits`, () => {
    for (const { file, from } of changes) {
      const [path, ...others] = FILES.filter((each) => each.endsWith(file))
      assert.deepEqual([path !== undefined, others], [true, []], file)
      assert.equal(readFileSync(path as string, 'utf8').split(from).length, 2, `${file}: ${from}`)
    }
  })
