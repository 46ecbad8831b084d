/** `npx <tarball> start` in an empty folder: a sandbox with console and bank, ended by a signal; the lean tree refuses one and says what to do. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { childEnv } from '../../support/child-env.ts'
import { freePortBase } from '../../support/free-ports.ts'
import { until } from '../../support/until.ts'
import { artifactOf } from './packages.ts'
import { lastLines, type Part, type PartContext, runProgram } from './part.ts'

const START_MS = 240_000

export const sandboxOfTarball: Part = {
  title: 'npx <tarball> start in an empty folder',
  needs: { npx: 'npm' },
  run: async (context) => (await refusesWithoutServer(context)) && (await starts(context)),
}

const refusesWithoutServer = async ({ folder, say }: PartContext): Promise<boolean> => {
  const tree = join(folder, 'dist', 'tree')
  const env = { ...childEnv(), VEZNE_DATA_DIR: join(folder, 'lean'), VEZNE_PORT_BASE: String(await freePortBase()) }
  const { code, output } = await runProgram(join(tree, 'bin/node'), [join(tree, 'bin/vezne.cjs'), 'start'], { env })
  say(`without the optional packages: ${output.trim()}`)
  return code === 1 && /optional packages.*DATABASE_URL/.test(output) && !/ at .*\.ts:/.test(output)
}

const starts = async ({ folder, say }: PartContext): Promise<boolean> => {
  const [cwd, home] = [join(folder, 'empty'), join(folder, 'home')]
  for (const each of [cwd, home]) mkdirSync(each)
  const portBase = await freePortBase()
  const started = performance.now()
  // Without the packages of this repository on the PATH: the Node is that of the package, or the machine's.
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter((place) => !place.includes('node_modules'))
    .join(':')
  const child = spawn('npx', ['--yes', `file:${artifactOf(folder, '*.tgz')}`, 'start'], {
    cwd,
    env: { PATH: path, HOME: home, VEZNE_PORT_BASE: String(portBase) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    await until('it is ready', () => /^ready after/m.test(output) || child.exitCode !== null, START_MS)
    say(`ready ${((performance.now() - started) / 1_000).toFixed(0)} s after the command, packages fetched`)
    const statusOf = async (offset: number, path: string) =>
      (await fetch(`http://127.0.0.1:${portBase + offset}${path}`)).status
    const statuses = [
      await statusOf(0, '/console/'),
      await statusOf(10, '/health/ready'),
      await statusOf(50, '/control/clock'),
    ]
    say(`console, cards, bank: ${statuses.join(', ')}`)
    child.kill('SIGTERM')
    await ended
    await until('it has stopped', () => /^stopped$/m.test(output))
    return statuses.every((status) => status === 200) && !/ended and is started again/.test(output)
  } catch (error) {
    say((error as Error).message)
    for (const line of lastLines(output)) say(line)
    return false
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
