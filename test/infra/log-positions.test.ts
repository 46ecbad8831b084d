/** Positions in the server's log: order, text, where timelines ended, and the file that the next start reads. */
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openAcknowledgedFile } from '../../src/infra/database/promotions/acknowledged-file.ts'
import { findKeptPosition, parsePosition, positionText } from '../../src/infra/database/promotions/log-position.ts'
import { makeScratch } from '../support/scratch.ts'

test('positions are ordered over the end of a file of the log, and written as the server writes them', () => {
  const texts = ['0/0', '0/FFFFFFFF', '1/0', '1/A', '16/B374D848', 'FFFFFFFF/FFFFFFFF']
  const positions = texts.map(parsePosition)
  assert.deepEqual(
    [...positions].sort((a, b) => (a < b ? -1 : 1)),
    positions,
  )
  assert.deepEqual(positions.map(positionText), texts)
})

test('what a timeline has of an earlier one; nothing of one that it does not descend from', () => {
  const history = '1\t0/3000060\tno recovery target specified\n\n2\t1/5000000\tbefore 2026-11-23 02:30:00+03\n'
  assert.equal(findKeptPosition(history, 1), parsePosition('0/3000060'))
  assert.equal(findKeptPosition(history, 2), parsePosition('1/5000000'))
  assert.equal(findKeptPosition(history, 3), 0n)
})

test('the file outlives its process, and the next one reads what all that ended had seen', () => {
  const folder = makeScratch('vezne-positions-')
  const one = openAcknowledgedFile(folder, assert.fail)
  assert.deepEqual(one.before, [])
  const [early, late] = [parsePosition('F/FFFFFFFF'), parsePosition('10/1')]
  one.write({ system: '7', timeline: 1, position: early })
  one.write({ system: '7', timeline: 2, position: late })
  const next = openAcknowledgedFile(folder, assert.fail) // nothing was closed
  assert.deepEqual(next.before, [{ system: '7', timeline: 2, position: late }])
  one.close()
  next.close()
})

test('a file that cannot be read is told and stops no start', () => {
  const folder = makeScratch('vezne-positions-')
  mkdirSync(join(folder, 'log-positions', String(2 ** 30)), { recursive: true }) // of no process, and no file
  symlinkSync('gone', join(folder, 'log-positions', String(2 ** 30 + 1))) // removed by another that starts
  const told: string[] = []
  const opened = openAcknowledgedFile(folder, (error) => told.push((error as { code?: string }).code ?? ''))
  assert.deepEqual([opened.before, told], [[], ['EISDIR']])
})
