/** docs/install.md, line by line, in a whole Debian with PostgreSQL 15: from the package to the first payment, then nginx in haproxy's place. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copyInto, debianFolder, runInside, writeInto } from './debian-folder.ts'
import { artifactOf } from './packages.ts'
import { lastLines, type Part } from './part.ts'

const HERE = 'test/long-running/deploy'
const MINUTES_MAX = 30

/** The values of the site: a bank of ours behind TLS, a mail server that takes everything. */
const SITE = `DOMAIN=pay.test
SMTP=smtp://127.0.0.1:2525
BANK_HOST=10.77.0.1
BANK_USER=simapi BANK_PASSWORD=SimApiPw1 BANK_CLIENT=500100200 BANK_STORE_KEY=SimStoreKey1`
/** Begun when the package is there, whose programs they are. */
const SITE_SERVERS = `/usr/lib/vezne/bin/node /root/mail-sink.cjs 2525 /root/mails &
VEZNE_ENV=sandbox vezne bank --host 127.0.0.1 --port 4050 --folder /root/bank >/root/bank.log 2>&1 &`

interface Block {
  /** Heading of the step. */
  readonly step: string
  readonly lines: string
  readonly isSite: boolean
}

export const blocksOf = (page: string): Block[] =>
  page.split(/^## /m).flatMap((part) =>
    [...part.matchAll(/(<!-- site -->\n)?^```sh\n([\s\S]*?)^```$/gm)].map(([, mark, lines]) => ({
      step: part.split('\n')[0]!,
      lines: lines!,
      isSite: mark !== undefined,
    })),
  )

/** All blocks run in one shell, as a person would; each says its step, and when. */
const script = (blocks: readonly Block[]): string =>
  [
    'set -euo pipefail',
    ...blocks.flatMap(({ step, lines, isSite }, at) => [
      `echo "=== $SECONDS ${step}"`,
      isSite ? SITE : lines,
      ...(step.startsWith('1.') && blocks[at + 1]?.step !== step ? [SITE_SERVERS] : []),
    ]),
    readFileSync(`${HERE}/after.sh`, 'utf8'),
  ].join('\n')

export const installation: Part = {
  title: 'docs/install.md on Debian',
  needs: { root: 'root', mmdebstrap: 'mmdebstrap', unshare: 'util-linux', ip: 'iproute2' },
  async run({ folder, say }) {
    const debian = await debianFolder(folder, say)
    if (debian === null) return false
    const deb = artifactOf(folder, '*.deb')
    copyInto(debian, deb, `root/page/${basename(deb)}`)
    for (const name of ['inside.sh', 'mail-sink.cjs']) copyInto(debian, `${HERE}/${name}`, `root/${name}`)
    copyInto(debian, `${HERE}/systemctl.sh`, 'usr/local/bin/systemctl', 0o755)
    const blocks = blocksOf(readFileSync('docs/install.md', 'utf8'))
    writeInto(debian, 'root/page/lines.sh', script(blocks))
    const log = join(folder, 'install.log')
    let seconds = Number.NaN
    const { code, output } = await runInside(debian, ['bash', '/root/inside.sh'], log, (line) => {
      const step = /^=== (\d+) (.*)/.exec(line)
      if (step === null) return void (line.startsWith('--- ') && say(line.slice(4)))
      if (step[2] === 'end') seconds = Number(step[1])
      say(`${step[1]!.padStart(4)} s  ${step[2]}`)
    })
    if (code !== 0) {
      for (const line of lastLines(output, 25)) say(line)
      return false
    }
    say(`${blocks.length} blocks of the page run as they stand, in ${(seconds / 60).toFixed(1)} minutes`)
    return seconds / 60 <= MINUTES_MAX
  },
}
