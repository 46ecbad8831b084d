/** Makes a Debian package of an installed tree: the tree at /usr/lib/vezne, the units, the command, and settings in /etc/vezne that an upgrade leaves alone. */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '../built-folder.ts'
import { MANIFEST } from './manifest.ts'
import { sizeOf } from './sizes.ts'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** File of deploy/, where it goes, mode. */
const FILES: readonly (readonly [from: string, to: string, mode: number])[] = [
  ['deploy/systemd/vezne-api.service', 'usr/lib/systemd/system/vezne-api.service', 0o644],
  ['deploy/systemd/vezne-worker.service', 'usr/lib/systemd/system/vezne-worker.service', 0o644],
  ['deploy/systemd/vezne-migrate.service', 'usr/lib/systemd/system/vezne-migrate.service', 0o644],
  ['deploy/systemd/vezne.sysusers', 'usr/lib/sysusers.d/vezne.conf', 0o644],
  ['deploy/systemd/vezne.tmpfiles', 'usr/lib/tmpfiles.d/vezne.conf', 0o644],
  ['deploy/debian/vezne', 'usr/bin/vezne', 0o755],
  ['deploy/debian/vezne.env', 'etc/vezne/vezne.env', 0o640],
  ['deploy/debian/postinst', 'DEBIAN/postinst', 0o755],
  ['deploy/debian/prerm', 'DEBIAN/prerm', 0o755],
  ['LICENSE', 'usr/share/doc/vezne/copyright', 0o644],
  ['docs/install.md', 'usr/share/doc/vezne/install.md', 0o644],
]

/** Returns the path of the package. Everything in it belongs to root. */
export const buildDebian = (tree: string, out: string): string => {
  const architecture = ARCHITECTURES[process.arch] ?? process.arch
  const stage = mkdtempSync(join(tmpdir(), 'vezne-debian-'))
  try {
    chmodSync(stage, 0o755)
    cpSync(tree, join(stage, 'usr/lib/vezne'), { recursive: true, verbatimSymlinks: true })
    for (const [from, to, mode] of FILES) {
      mkdirSync(dirname(join(stage, to)), { recursive: true })
      cpSync(join(ROOT, from), join(stage, to))
      chmodSync(join(stage, to), mode)
    }
    writeFileSync(join(stage, 'DEBIAN/conffiles'), '/etc/vezne/vezne.env\n')
    writeFileSync(join(stage, 'DEBIAN/control'), control(architecture, Math.ceil(sizeOf(stage) / 1024)))
    const file = join(resolve(out), `vezne_${MANIFEST.version}_${architecture}.deb`)
    // Debian 12 and later read zstd; xz takes minutes for a tenth less.
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', stage, file], { stdio: 'ignore' })
    return file
  } finally {
    rmSync(stage, { recursive: true })
  }
}

const control = (architecture: string, kilobytes: number): string =>
  `Package: vezne
Version: ${MANIFEST.version}
Architecture: ${architecture}
Maintainer: Vezne maintainers <maintainers@vezne.example>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.31), libstdc++6, libatomic1, passwd
Recommends: haproxy | nginx
Suggests: postgresql (>= 15)
Section: net
Priority: optional
Description: ${MANIFEST.description}
 It brings its own Node, needs PostgreSQL 15 or newer, and starts nothing before it is set up.
`
