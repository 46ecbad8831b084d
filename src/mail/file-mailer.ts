/** The mailer of a sandbox: each mail is a file that only its owner can read. */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from './mail.ts'

/** Only the newest files are kept; their ids sort by time. */
const FILES_MAX = 500

export const openFileMailer = (folder: string, from: string): Mailer => ({
  async send(id, { to, subject, text }) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${id}.eml`)
    const head = [
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ]
    // The file is written under another name first, so that under its final name it is complete.
    await writeFile(`${path}.part`, `${[...head, '', text].join('\n')}\n`, { mode: 0o600 })
    await rename(`${path}.part`, path)
    const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
    for (const old of files.slice(0, -FILES_MAX)) await rm(join(folder, old), { force: true })
  },
})
