/** The program as a process of its own: for kills, signals, second starts. Everything it prints is recorded. */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type BuiltProgram, builtProgram } from './built-programs.ts'
import { childEnv } from './child-env.ts'
import { freePortBase } from './free-ports.ts'
import { noteOutput } from './seen.ts'
import { countMade } from './spent.ts'

export interface VezneProcess {
  readonly child: ChildProcess
  readonly pid: number
  readonly portBase: number
  /** stdout and stderr so far. */
  output(): string
  /** Resolves when it has reported ready; rejects when it ended before. */
  readonly ready: Promise<void>
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
}

/** The modules as they are, for what a start itself has to show; else they are those that the run has built. */
export const SOURCES_MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const SOURCES: BuiltProgram = { main: SOURCES_MAIN, env: {} }

/**
 * `env` goes on top of a clean environment; without VEZNE_PORT_BASE it gets free ports. `underShell`: `pid` and `kill` are
 * those of a shell that runs the program, as npm's does; the exit is that of both. `main`: another than the one of the run.
 * `stdout`: a file that it writes to instead; `ready` never resolves then.
 */
export const startProcess = async (
  env: Record<string, string>,
  { underShell = false, main, stdout = 'pipe' }: { underShell?: boolean; main?: string; stdout?: 'pipe' | number } = {},
): Promise<VezneProcess> => {
  countMade('processes')
  const portBase = Number(env.VEZNE_PORT_BASE ?? (await freePortBase()))
  const started = main === undefined ? (builtProgram('plain') ?? SOURCES) : { main, env: {} }
  const [program, args] = underShell
    ? (['sh', ['-c', '"$0" "$1"; true', process.execPath, started.main]] as const)
    : ([process.execPath, [started.main]] as const)
  const child = spawn(program, args, {
    env: { ...childEnv(), ...started.env, VEZNE_PORT_BASE: String(portBase), ...env },
    stdio: ['ignore', stdout, 'pipe'],
  })
  let output = ''
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      noteOutput(output)
      resolve({ code, signal })
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk
      if (/^ready after/m.test(output)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void exit.then(({ code, signal }) =>
      reject(new Error(`ended with ${signal ?? code} before it was ready:\n${output}`)),
    )
  })
  ready.catch(() => undefined) // a test that expects the exit ignores it
  return {
    child,
    pid: child.pid!,
    portBase,
    output: () => output,
    ready,
    exit,
    kill: (signal) => void child.kill(signal),
  }
}
