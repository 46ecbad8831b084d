/** The launcher of an installed package: an old Node is told what is missing, the optional one takes over, and types are stripped under node_modules. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { makeScratch } from '../support/scratch.ts'

/** Sources that Node runs nowhere without stripping; one of them starts another. */
const CLI = `import { spawnSync } from 'node:child_process'
const words: readonly string[] = process.argv.slice(2)
if (words[0] === 'inner') console.log('inner' as string)
else {
  console.log(words.join(' '))
  const { stdout } = spawnSync(process.execPath, [process.argv[1]!, 'inner'], { encoding: 'utf8' })
  process.stdout.write(stdout)
}
`
const OLD = `Object.defineProperty(process, 'version', { value: 'v18.20.0' })`

let folder: string
let installed: string
beforeEach(() => {
  folder = makeScratch('vezne-launcher-')
  installed = join(folder, 'node_modules', 'vezne')
  mkdirSync(join(installed, 'src', 'cli'), { recursive: true })
  cpSync('bin', join(installed, 'bin'), { recursive: true })
  writeFileSync(join(installed, 'package.json'), '{"type":"module"}')
  writeFileSync(join(installed, 'src', 'cli', 'vezne.ts'), CLI)
  writeFileSync(join(folder, 'old.cjs'), OLD)
})
afterEach(() => rmSync(folder, { recursive: true }))

const launch = (...before: string[]) =>
  spawnSync(process.execPath, [...before, join(installed, 'bin', 'vezne.cjs'), 'tenant', 'list'], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })

test('under node_modules the sources run as they are, and so do processes that they start', () => {
  const { stdout, stderr, status } = launch()
  assert.deepEqual([stdout, stderr, status], ['tenant list\ninner\n', '', 0])
})

test('an old Node is refused in one sentence that names both ways', () => {
  const { stderr, status } = launch('--require', join(folder, 'old.cjs'))
  assert.equal(status, 1)
  assert.match(stderr, /^Vezne needs Node 26 or newer, and this is v18\.20\.0\. .*optional packages.*\n$/)
})

test('with the optional package its Node takes over, and its exit code counts', () => {
  mkdirSync(join(folder, 'node_modules', 'node', 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules', 'node', 'bin', 'node'))
  assert.equal(launch('--require', join(folder, 'old.cjs')).stdout, 'tenant list\ninner\n')
  writeFileSync(join(installed, 'src', 'cli', 'vezne.ts'), 'process.exit(3 as number)')
  assert.equal(launch('--require', join(folder, 'old.cjs')).status, 3)
})
