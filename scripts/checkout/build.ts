/** Builds the scripts that browsers run on payment pages and in shops: each is one file without imports, whose names no other script sees. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BuiltFolder, ROOT } from '../built-folder.ts'

const BROWSER = 'src/checkout/page/browser'
const BUILT = 'src/checkout/page/built'

/** `root`: of the sources; those of another release may be elsewhere. */
const buildCheckoutInto = async (folder: string, root = ROOT): Promise<void> => {
  const { build } = await import('vite')
  mkdirSync(folder, { recursive: true })
  for (const name of ['page', 'fields', 'checkout'])
    await build({
      configFile: false,
      envDir: false,
      root: join(root, BROWSER),
      publicDir: false,
      logLevel: 'warn',
      build: {
        target: 'es2022',
        outDir: folder,
        emptyOutDir: false,
        lib: { entry: `${name}.ts`, name: 'vezne', formats: ['iife'], fileName: () => `${name}.js` },
      },
    })
}

export const CHECKOUT_SCRIPTS: BuiltFolder = {
  title: 'scripts of the payment page',
  folder: join(ROOT, BUILT),
  sources: [`${BROWSER}/*.{ts,json}`, 'src/core/color-contrast.ts', 'scripts/checkout/build.ts'],
  build: buildCheckoutInto,
}

/** Builds them in the unpacked sources of a release, which have none. */
export const buildCheckout = (root: string): Promise<void> => buildCheckoutInto(join(root, BUILT), root)
