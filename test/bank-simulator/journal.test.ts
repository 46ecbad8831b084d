/** The file behind the bank's ledger: torn ends are cut off, damage is reported, acknowledged facts are present. */
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BrokenJournal, type Journal, openJournal } from '../../simulators/bank/ledger/journal.ts'
import { makeScratch } from '../support/scratch.ts'

let folder: string
before(() => {
  folder = makeScratch('vezne-journal-')
})
after(() => rmSync(folder, { recursive: true }))

let files = 0
const newPath = (): string => join(folder, `${++files}.journal`)
const open = async (path: string): Promise<{ journal: Journal; lines: string[] }> => {
  const lines: string[] = []
  return { journal: await openJournal(path, (line) => lines.push(line)), lines }
}
const written = async (path: string, lines: readonly string[]): Promise<void> => {
  const { journal } = await open(path)
  for (const line of lines) journal.append(line)
  await journal.close()
}
const LINES = ['{"n":1}', '{"n":2,"text":"ğüşıöç \u2028"}', '{"n":3}']

test('what was appended is read again, in groups or one by one', async () => {
  const path = newPath()
  await written(path, LINES.slice(0, 2))
  await written(path, LINES.slice(2))
  const { journal, lines } = await open(path)
  assert.deepEqual(lines, LINES)
  await journal.close()
})

test('cut anywhere in its last line, the file loses only that line and accepts new ones', async () => {
  const path = newPath()
  await written(path, LINES)
  const whole = readFileSync(path)
  const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1
  for (let size = lastLine; size < whole.length; size++) {
    writeFileSync(path, whole)
    truncateSync(path, size)
    await written(path, ['{"n":"new"}'])
    const { journal, lines } = await open(path)
    assert.deepEqual(lines, [...LINES.slice(0, 2), '{"n":"new"}'], `cut at ${size}`)
    await journal.close()
  }
})

test('rubbish at the end is cut off, a damaged or missing line before others ends the start', async () => {
  const path = newPath()
  await written(path, LINES)
  appendFileSync(path, '\0\0\0rubbish\n')
  const { journal, lines } = await open(path)
  assert.deepEqual(lines, LINES)
  await journal.close()
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, whole.replace('"n":1', '"n":7'))
  await assert.rejects(open(path), (error) => error instanceof BrokenJournal && /damaged in line 1/.test(error.message))
  writeFileSync(path, whole.split('\n').toSpliced(1, 1).join('\n'))
  const shorter = await open(path)
  assert.deepEqual(shorter.lines, LINES.slice(0, 1), 'the last line does not follow the first one')
  await shorter.journal.close()
})
