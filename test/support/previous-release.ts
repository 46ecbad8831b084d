/** The previous release as operators would run it: its sources in a separate folder, with the packages of this tree. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildCheckout } from '../../scripts/checkout/build.ts'
import { readPackedRelease } from '../../scripts/packed-release.ts'
import { makeScratch } from './scratch.ts'

export interface PreviousRelease {
  readonly commit: string
  /** Root of its sources. */
  readonly tree: URL
  remove(): void
}

export const unpackPreviousRelease = async (): Promise<PreviousRelease> => {
  const { commit, files } = readPackedRelease()
  const folder = makeScratch('vezne-previous-')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'), 'junction')
  await buildCheckout(folder)
  return {
    commit,
    tree: pathToFileURL(`${folder}/`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
