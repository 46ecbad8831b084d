/** The set-up script: installs when it must, never through a link, once for several at once. npm is a stand-in that counts. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { makeScratch } from '../support/scratch.ts'

let root: string

/** Empties node_modules as npm ci does, through links as well. */
const NPM = `#!/bin/sh
echo run >> "$ROOT/runs"
rm -rf "$ROOT"/node_modules/*
mkdir -p "$ROOT/node_modules" && touch "$ROOT/node_modules/.package-lock.json"
`

beforeEach(() => {
  root = makeScratch('vezne-set-up-')
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'bin'))
  copyFileSync('scripts/set-up.js', join(root, 'scripts/set-up.js'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'bin/npm'), NPM)
  chmodSync(join(root, 'bin/npm'), 0o755)
})
afterEach(() => rmSync(root, { recursive: true }))

const setUp = (): Promise<number | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, ROOT: root, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` }
    spawn(process.execPath, [join(root, 'scripts/set-up.js')], { env, stdio: 'ignore' }).on('close', resolve)
  })
const runs = (): number =>
  existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').trim().split('\n').length : 0
const touchLock = (text: string): void => {
  writeFileSync(join(root, 'package-lock.json'), text)
  utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000))
}

test('four at once install once, later ones not at all, a changed lock file again', async () => {
  assert.deepEqual(await Promise.all([setUp(), setUp(), setUp(), setUp()]), [0, 0, 0, 0])
  assert.equal(runs(), 1)
  touchLock('{}')
  assert.equal(await setUp(), 0)
  assert.equal(runs(), 1, 'touched, not changed')
  touchLock('{"changed":true}')
  assert.equal(await setUp(), 0)
  assert.equal(runs(), 2)
})

test('packages behind a link are left alone, however old', async () => {
  const theirs = join(root, 'theirs')
  mkdirSync(join(theirs, 'package'), { recursive: true })
  symlinkSync(theirs, join(root, 'node_modules'))
  touchLock('{"changed":true}')
  assert.equal(await setUp(), 0)
  assert.equal(runs(), 0)
  assert.ok(existsSync(join(theirs, 'package')))
})

test('a stale claim of a killed set-up blocks no other', async () => {
  writeFileSync(join(root, '.installing'), '2147483646')
  assert.equal(await setUp(), 0)
  assert.equal(runs(), 1)
  assert.ok(!existsSync(join(root, '.installing')))
})
