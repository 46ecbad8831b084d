/** Lines that people paste, run by a shell in a folder of the test's. */

import { execFile } from 'node:child_process'
import { childEnv } from './child-env.ts'
import { noteText } from './seen.ts'

export interface Ran {
  code: number
  out: string
  err: string
}

export const inShell = (script: string, env: Record<string, string>, cwd?: string): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { ...childEnv(), ...env }, cwd }
    execFile('sh', ['-c', script], options, (error, out, err) => {
      const code = error === null ? 0 : Number(error.code)
      // The command and the token endpoint may show what they issue; the rest of the run must not contain it.
      noteText(
        'output',
        (out + err).replace(/cs_(?:test|live)_[\w-]{43}|"(?:access|refresh)_token":"[^"]+"/g, '[shown once]'),
      )
      resolve({ code, out, err })
    })
  })
