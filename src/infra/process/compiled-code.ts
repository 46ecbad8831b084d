/** Compiled code of the program, cached next to its packages: a start with it needs half the processor time. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The cache is as trusted as the code itself; `npm ci` clears it. Node.js uses this variable itself if it is set. */
export const COMPILED_CODE =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../node_modules/.cache/vezne', import.meta.url))

/** Caches code that is imported from here on. If the folder cannot be written, nothing changes. */
export const keepCompiledCode = (): void => void enableCompileCache(COMPILED_CODE)
