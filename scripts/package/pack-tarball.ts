/** Packs the program as npm's tarball: the files that git knows, the pages as they are built, and a lock of what it needs. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../built-folder.ts'
import { packedManifest } from './manifest.ts'

/** From the root; the pictures of docs/console are for readers of the repository. */
const PARTS = [
  'bin',
  'src',
  'migrations',
  'simulators',
  'deploy',
  'docs/*.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'CHANGELOG.md',
]
/** Built, so git does not know them. */
const BUILT = ['console/dist', 'src/checkout/page/built']

/** Returns the path of the tarball. Its bytes depend on the sources alone. */
export const packTarball = (out: string): string => {
  const stage = mkdtempSync(join(tmpdir(), 'vezne-package-'))
  try {
    for (const path of trackedFiles()) copy(path, stage)
    for (const path of BUILT) copy(path, stage)
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packedManifest(), null, 2)}\n`)
    lock(stage)
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', resolve(out)]
    const [packed] = JSON.parse(npm(words, stage)) as [{ filename: string }]
    return join(resolve(out), packed.filename)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...PARTS], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

const copy = (path: string, stage: string): void => {
  mkdirSync(dirname(join(stage, path)), { recursive: true })
  cpSync(join(ROOT, path), join(stage, path), { recursive: true })
}

/** npm keeps the versions of our lock for what is still needed, without asking the registry, and takes npm-shrinkwrap.json along with a package. */
const lock = (stage: string): void => {
  copy('package-lock.json', stage)
  npm(['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'], stage)
  renameSync(join(stage, 'package-lock.json'), join(stage, 'npm-shrinkwrap.json'))
}

export const npm = (words: readonly string[], cwd: string): string =>
  execFileSync('npm', [...words, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  })
