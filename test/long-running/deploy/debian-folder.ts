/** A whole Debian in a folder, with a network, processes and mounts of its own while a program runs in it. */
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './part.ts'

/** What a site has before it begins: PostgreSQL, its tools, and what the page installs by name, so that the page needs no network. */
const PACKAGES = [
  'postgresql-15',
  'curl',
  'openssl',
  'sudo',
  'ca-certificates',
  'libstdc++6',
  'libatomic1',
  'haproxy',
  'nginx-light',
  'jq',
  'oathtool',
]
const SUITE = 'bookworm'

/** Made once for all parts. Returns null and tells why where it cannot be made. */
export const debianFolder = async (folder: string, say: (line: string) => void): Promise<string | null> => {
  const base = join(folder, 'debian')
  if (existsSync(base)) return base
  const { code, output } = await runProgram('mmdebstrap', [
    '--variant=minbase',
    `--include=${PACKAGES.join(',')}`,
    SUITE,
    base,
  ])
  if (code === 0) return base
  say(`mmdebstrap: ${output.trim().split('\n').at(-1)}`)
  return null
}

export const copyInto = (debian: string, from: string, to: string, mode = 0o644): void => {
  mkdirSync(join(debian, to, '..'), { recursive: true })
  cpSync(from, join(debian, to))
  chmodSync(join(debian, to), mode)
}

export const writeInto = (debian: string, to: string, text: string): void => {
  mkdirSync(join(debian, to, '..'), { recursive: true })
  writeFileSync(join(debian, to), text)
}

/** 10.77.0.1 is a network beside loopback, for what shall not be on this machine. */
const ENTER = `set -e
ip link set lo up
ip addr add 10.77.0.1/32 dev lo
mount --rbind /dev "$0/dev"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
mount -t proc proc "$0/proc"
exec chroot "$0" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"`

/** Whatever it leaves running ends with it. `log` keeps all that it said. */
export const runInside = (debian: string, words: readonly string[], log: string, onLine: (line: string) => void) =>
  runProgram(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', ENTER, debian, ...words],
    {
      onLine: (line) => {
        appendFileSync(log, `${line}\n`)
        onLine(line)
      },
    },
  )
