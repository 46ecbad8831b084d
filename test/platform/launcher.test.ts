/** The launchers of installed packages: an old Node is told what is missing, the optional one takes over, and types are stripped under node_modules; the command of Debian reads settings as systemd does. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

/** The PATH with programs of the test's own before it, each a line of shell. */
const pathWith = (programs: Readonly<Record<string, string>>): string => {
  for (const [name, line] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return `${folder}:${process.env.PATH}`
}

test('the command of Debian acts for root as the user of the services, but for the master keys; for others as themselves', () => {
  const settings = join(folder, 'vezne.env')
  writeFileSync(settings, 'A=1\n')
  const command = readFileSync('deploy/debian/vezne', 'utf8')
    .replace('/etc/vezne/vezne.env', settings)
    .replace('/usr/lib/vezne/bin/node', 'echo ran')
  const run = (uid: number, words: readonly string[], more = {}) =>
    spawnSync('sh', ['-c', command, 'vezne', ...words], {
      env: { PATH: pathWith({ id: `echo ${uid}`, setpriv: 'echo "as $*"' }), ...more },
      cwd: folder,
      encoding: 'utf8',
    }).stdout
  const AS = 'as --reuid vezne --regid vezne --init-groups '
  const ran = (words: string): string => `ran /usr/lib/vezne/bin/vezne.cjs ${words}\n`
  assert.equal(run(0, ['archive', 'out', '2026-05']), `${AS}echo ${ran('archive out 2026-05')}`)
  assert.equal(run(0, ['start']), `${AS}echo ${ran('start')}`)
  assert.equal(run(0, ['keys', 'rotate']), ran('keys rotate'))
  assert.equal(run(1_000, ['archive', 'list']), ran('archive list'))
  assert.equal(run(0, ['bank'], { VEZNE_ENV: 'sandbox' }), ran('bank')) // a sandbox of the caller's own
})

test('the command of Debian takes settings as they stand and runs none of them; the environment comes first', () => {
  const settings = join(folder, 'vezne.env')
  const show = join(folder, 'show.cjs')
  const names = ['DATABASE_APP_URL', 'APPLICATION', 'MAIL', 'QUOTED', 'GIVEN', 'LAST', 'VEZNE_ENV']
  writeFileSync(show, `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name])))`)
  writeFileSync(
    settings,
    [
      '# DATABASE_APP_URL=postgres://example',
      'DATABASE_APP_URL=postgres://vezne_app:p$$w`touch ran`d@h/vezne?sslmode=require&APPLICATION=x',
      `MAIL=Vezne $(touch ${join(folder, 'ran')}) <pay@shop.example>  `,
      'QUOTED="a b"',
      'GIVEN=by the file',
      'LAST=1',
    ].join('\n'),
  )
  const command = readFileSync('deploy/debian/vezne', 'utf8')
    .replace('/etc/vezne/vezne.env', settings)
    .replace('/usr/lib/vezne/bin/node', process.execPath)
    .replace('/usr/lib/vezne/bin/vezne.cjs', show)
  const env = { PATH: pathWith({ id: 'echo 1000' }), GIVEN: 'by the environment' }
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { env, cwd: folder, encoding: 'utf8' })
  assert.equal(stderr, '')
  assert.deepEqual(JSON.parse(stdout), [
    'postgres://vezne_app:p$$w`touch ran`d@h/vezne?sslmode=require&APPLICATION=x',
    null,
    `Vezne $(touch ${join(folder, 'ran')}) <pay@shop.example>`,
    'a b',
    'by the environment',
    '1',
    'production',
  ])
  assert.ok(!readdirSync(folder).includes('ran'))
})

test('a command runs nothing that lies in the directory it is called from', () => {
  for (const name of ['.config.cjs', 'graphile-worker.config.cjs', '.graphile-workerrc.cjs'])
    writeFileSync(join(folder, name), `require('fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '')`)
  const { status, stderr } = spawnSync(process.execPath, [resolve('src/cli/vezne.ts'), 'help'], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  assert.ok(!readdirSync(folder).includes('ran'))
})
