/** The type of a command of the command line, and the parser of its arguments. */
import { parseArgs } from 'node:util'

export interface Verb {
  /** One line for the list of commands. */
  summary: string
  /** Usage line, and the meaning of its options. */
  usage: string
  run(words: readonly string[]): Promise<void>
}

/** The caller can fix it: printed as one line, exit code 2. */
export class UsageError extends Error {}

export interface Arguments {
  options: Readonly<Record<string, string | undefined>>
  rest: readonly string[]
}

/** Options take one value each. */
export const parseArguments = (words: readonly string[], names: readonly string[]): Arguments => {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
      string,
      { type: 'string' }
    >
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
    return { options: values as Arguments['options'], rest: positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
