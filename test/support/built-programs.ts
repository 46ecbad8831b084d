/** Where the run keeps the program that it has built (test/runner/build-programs.ts). */
import { join } from 'node:path'

const VARIABLE = 'VEZNE_TEST_PROGRAM'

const BANK = 'simulators/bank/main.ts'

/** What is built, by the module that is its main one, and by those of the processes that it starts. */
export const PROGRAMS = {
  plain: { main: 'src/main.ts', 'request-process': 'src/request-process.ts', bank: BANK },
  bank: { main: BANK },
  patched: { main: 'test/resilience/chaos/patched-program.ts' },
} as const
export type ProgramName = keyof typeof PROGRAMS
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as ProgramName[]

export const builtProgramEnv = (folder: string): Record<string, string> => ({ [VARIABLE]: folder })

export interface BuiltProgram {
  readonly main: string
  /** Its compiled code is kept as long as it is itself: for one run. */
  readonly env: Readonly<Record<string, string>>
}

/** Undefined where nothing was built, such as in a bench: its modules are loaded as they are. */
export const builtProgram = (name: ProgramName): BuiltProgram | undefined => {
  const folder = process.env[VARIABLE]
  if (folder === undefined) return undefined
  return { main: join(folder, name, 'main.js'), env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } }
}
