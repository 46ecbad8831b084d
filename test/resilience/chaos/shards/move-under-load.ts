/** A tenant changes its shard under load while the command, the program or a database is killed; the command is repeated until it has ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnv } from '../../../support/child-env.ts'
import type { Dice } from '../dice.ts'
import type { Stand } from '../program.ts'
import { strikeDatabase } from '../strike-database.ts'
import type { ShardedProgram } from './sharded-program.ts'

const CLI = fileURLToPath(new URL('../../../../src/cli/vezne.ts', import.meta.url))
const STRUCK_WITHIN_MS = 8_000
const TRIES_MAX = 10
const PAUSE_MS = 1_000

export interface MoveUnderLoad {
  readonly to: number
  readonly struck: string
  /** Commands until one had ended. */
  readonly tries: number
  /** The pause that the last command printed. */
  readonly said: string
}

export const moveUnderLoad = async (program: ShardedProgram, stand: Stand, dice: Dice): Promise<MoveUnderLoad> => {
  const { slug } = stand.tenant
  const to = (program.places.get(slug)! + 1) % program.servers.length
  program.visited.get(slug)!.add(to)
  const move = () => startCommand(program, ['tenant', 'move', slug, '--to', String(to)])
  const first = move()
  const struck = dice.pick(['command', 'program', 'database', 'nothing'])
  await Promise.race([first.ended, sleep(dice.between(0, STRUCK_WITHIN_MS))])
  if (struck === 'command') first.child.kill('SIGKILL')
  else if (struck === 'program') {
    await program.kill()
    await program.start()
  } else if (struck === 'database') strikeDatabase(program, dice)
  let { code, output } = await first.ended
  let tries = 1
  for (; code !== 0 && tries < TRIES_MAX && !output.includes(`is on shard ${to} already`); tries++) {
    await sleep(PAUSE_MS)
    ;({ code, output } = await move().ended)
  }
  if (tries === TRIES_MAX) throw new Error(`${slug} does not move to ${to}: ${output}`)
  program.places.set(slug, to)
  return { to, struck, tries, said: /closed for [0-9]+ s/.exec(output)?.[0] ?? output.trim() }
}

const startCommand = (
  program: ShardedProgram,
  words: readonly string[],
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } => {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { ...childEnv(), ...program.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) }
}
