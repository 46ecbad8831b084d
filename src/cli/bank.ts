/** `vezne bank`: only the bank simulator, in the foreground; for a platform elsewhere, or to break it on purpose. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { UsageError, type Verb } from './command.ts'

const PROGRAM = fileURLToPath(new URL('../../simulators/bank/main.ts', import.meta.url))

export const bank: Verb = {
  summary: 'run the bank simulator alone',
  usage: `bank                      on VEZNE_PORT_BASE + 50; npm start runs one by itself
  --port <port>
  --host <address>        default: VEZNE_HOST, else 127.0.0.1
  --folder <folder>       its ledger; default: bank in VEZNE_DATA_DIR (.vezne)
  --seed <text>           what chance is drawn from
  --lenient               takes what a strict bank refuses

A platform that should use it instead of its own: VEZNE_BANK_URL=http://127.0.0.1:4050.
Faults, clock and books: simulators/bank/README.md`,
  async run(words) {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    if (code !== 0) throw new UsageError('the bank did not run')
  },
}
