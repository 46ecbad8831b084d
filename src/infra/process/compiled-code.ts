/** Compiled code of the program, kept beside its packages: a start with it takes half the processor time. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** As trusted as the code itself; `npm ci` clears it. Node.js sets it from the same variable where that is given. */
export const COMPILED_CODE =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../node_modules/.cache/vezne', import.meta.url))

/** For what is imported from here on. Where the folder cannot be written, all is as without. */
export const keepCompiledCode = (): void => void enableCompileCache(COMPILED_CODE)
