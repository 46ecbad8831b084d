/** A part of the check of what is delivered. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Part {
  readonly title: string
  /** Programs on the PATH; each with the package of Debian that has it. `root` stands for the user. */
  readonly needs: Readonly<Record<string, string>>
  run(context: PartContext): Promise<boolean>
}

export interface PartContext {
  /** Removed at the end. `packages` leaves what it made in its `dist`. */
  readonly folder: string
  say(line: string): void
}

const PLACES = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/sbin',
  join(process.env.HOME ?? '', 'go', 'bin'),
]

export const findProgram = (name: string): string | undefined =>
  PLACES.map((place) => join(place, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })

export const missingTools = ({ needs }: Part): string[] =>
  Object.entries(needs)
    .filter(([name]) => (name === 'root' ? process.getuid?.() !== 0 : findProgram(name) === undefined))
    .map(([name, whence]) => `${name} (${whence})`)

export interface Ran {
  readonly code: number | null
  /** Both outputs, in the order they came. */
  readonly output: string
}

/** `onLine` hears each whole line. */
export const runProgram = (
  program: string,
  words: readonly string[],
  {
    cwd,
    env,
    input,
    onLine,
  }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string; onLine?(line: string): void } = {},
): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(findProgram(program) ?? program, words, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    let rest = ''
    const hear = (chunk: Buffer): void => {
      output += chunk
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) onLine?.(line)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.stdin.on('error', () => undefined) // it ended without reading
    child.stdin.end(input ?? '')
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })

export const lastLines = (text: string, count = 12): string[] => text.trimEnd().split('\n').slice(-count)
