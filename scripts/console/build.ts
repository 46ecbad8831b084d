/** Builds the pages of the console into console/dist. */
import { join } from 'node:path'
import { type BuiltFolder, bringUpToDate, ROOT } from '../built-folder.ts'

export const buildPagesInto = async (folder: string): Promise<void> => {
  const { build } = await import('vite')
  await build({ configFile: join(ROOT, 'console', 'vite.config.ts'), build: { outDir: folder, emptyOutDir: true } })
}

export const CONSOLE_PAGES: BuiltFolder = {
  title: 'pages of the console',
  folder: join(ROOT, 'console', 'dist'),
  sources: ['console/{index.html,vite.config.ts}', 'console/src/**/*.*', 'sdk/src/money.ts'],
  build: buildPagesInto,
}

export const buildConsole = (say: (line: string) => void): Promise<boolean> => bringUpToDate(CONSOLE_PAGES, say)
