/** The SDK as a shop gets it: built, packed, and installed in an empty folder without a network. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeScratch } from './scratch.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(root, 'node_modules/.bin/tsc')

export interface PackedSdk {
  /** The shop's folder: node_modules with the SDK, and the recipes. */
  readonly shop: string
  /** Bytes of all JavaScript. */
  readonly codeBytes: number
  readonly tarballBytes: number
  /** What a strict compiler says of the files of the folder; empty when it is content. */
  check(): Promise<string>
  /** Standard output of a program of the folder. */
  run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>
  remove(): void
}

export const packSdk = async (): Promise<PackedSdk> => {
  const scratch = makeScratch('packed-sdk-')
  const [sdk, shop] = [join(scratch, 'sdk'), join(scratch, 'shop')]
  mkdirSync(sdk)
  mkdirSync(shop)
  for (const name of ['package.json', 'README.md', 'tsconfig.json', 'src'])
    cpSync(join(root, 'sdk', name), join(sdk, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd })
  await npm(['pack'], sdk) // builds first
  const [tarball = ''] = globSync(join(sdk, '*.tgz'))
  writeFileSync(join(shop, 'package.json'), '{"name":"shop","private":true,"type":"module"}')
  await npm(['install', '--ignore-scripts', tarball], shop)
  for (const recipe of globSync(join(root, 'sdk/recipes/*')))
    copyFileSync(recipe, join(shop, recipe.split(/[\\/]/).at(-1) as string))
  return {
    shop,
    codeBytes: globSync(join(sdk, 'dist/**/*.js')).reduce((sum, file) => sum + readFileSync(file).length, 0),
    tarballBytes: statSync(tarball).size,
    async check() {
      mkdirSync(join(shop, 'node_modules/@types'), { recursive: true })
      for (const name of ['@types/node', 'undici-types'])
        symlinkSync(join(root, 'node_modules', name), join(shop, 'node_modules', name))
      writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }))
      return run(TSC, ['-p', shop]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
    },
    async run(command, args, env) {
      const { stdout } = await run(command, args, {
        cwd: shop,
        env: { PATH: process.env.PATH, ...env },
        timeout: 90_000,
      })
      return stdout
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

const STRICT = {
  target: 'es2024',
  lib: ['esnext'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  noEmit: true,
  strict: true,
  allowImportingTsExtensions: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: false,
}
