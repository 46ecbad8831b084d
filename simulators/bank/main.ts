/** The bank as a program: reads its settings, prints its address, ends with its parent process. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBank } from './bank.ts'
import { BrokenJournal } from './ledger/journal.ts'
import { FolderInUse } from './ledger/lock.ts'
import { PortInUse } from './server.ts'

const PORT_OFFSET = 50

const main = async (): Promise<void> => {
  const { env } = process
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: env.VEZNE_HOST?.trim() || '127.0.0.1' },
      port: { type: 'string', default: String(Number(env.VEZNE_PORT_BASE?.trim() || 4000) + PORT_OFFSET) },
      folder: { type: 'string', default: join(env.VEZNE_DATA_DIR?.trim() || '.vezne', 'bank') },
      seed: { type: 'string', default: 'vezne' },
      lenient: { type: 'boolean', default: false },
      /** Ends when its standard input closes, together with the program that started it, however that program ended. */
      attached: { type: 'boolean', default: false },
    },
  })
  const { host, folder, seed, lenient, attached } = values
  const bank = await openBank({ host, port: Number(values.port), folder, seed, lenient })
  const stop = (): void => void bank.close().then(() => process.exit(0))
  // When attached, a signal to the process group (Ctrl-C, a supervisor) is for the parent, whose payments in flight
  // still need the bank.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, attached ? () => undefined : stop)
  if (attached) process.stdin.resume().once('end', stop).once('error', stop)
  process.stdout.write(`bank ready at ${bank.url}; books in ${folder}; seed ${seed}\n`)
}

await main().catch((error: unknown) => {
  const isForPeople = error instanceof PortInUse || error instanceof FolderInUse || error instanceof BrokenJournal
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`)
  process.exit(1)
})
