/** Installs from the tarball what production runs: the program with its packages, without the optional ones, and the Node of this repository as bin/node. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { npm } from './pack-tarball.ts'
import { sizeOf } from './sizes.ts'

export interface InstalledSizes {
  /** Bytes of everything but Node. */
  readonly own: number
  readonly node: number
}

/** `folder` is made anew. */
export const installTree = (tarball: string, folder: string): InstalledSizes => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  npm(['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  const own = sizeOf(folder)
  const node = join(folder, 'bin', 'node')
  copyFileSync(packagedNode(), node)
  execFileSync('strip', ['--strip-unneeded', node], { stdio: 'ignore' })
  return { own, node: sizeOf(node) }
}

/** The Node that comes with the packages of this repository, else the one that runs. */
const packagedNode = (): string => {
  const found = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  return existsSync(found) ? found : process.execPath
}
