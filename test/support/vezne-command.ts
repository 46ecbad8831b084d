/** `vezne ...` as a person runs it beside a program of the test. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Ran } from './shell.ts'

/** `env` goes on top of that of the test. */
export const runVezne = async (
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Omit<Ran, 'code'> & { code: number | null }> => {
  const child = spawn(process.execPath, ['src/cli/vezne.ts', ...words], { env: { ...process.env, ...env } })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, out, err }
}

/** Returns what it says. */
export const runVezneWell = async (env: Readonly<Record<string, string>>, ...words: string[]): Promise<string> => {
  const { code, out, err } = await runVezne(env, ...words)
  assert.equal(code, 0, `${words.join(' ')}: ${out}${err}`)
  return out
}
