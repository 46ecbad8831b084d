/** A process that closes and folds small blocks of every list until it is killed, beside the programs that do so in their own sizes. */

import { CLOSED_LISTS } from '../../../src/app/closed-lists.ts'
import { openDatabaseForCli } from '../../../src/app/open-database-for-cli.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { createClosing } from '../../../src/lists/upkeep/close-lists.ts'

const SIZES = { rows: 256, open: 64, fan: 4, deltas: 32 }

const { db } = await openDatabaseForCli(loadConfig(process.env))
const tenantIds = async (): Promise<string[]> => [process.env.VEZNE_CHECK_TENANT as string]
const round = createClosing({ db, lists: CLOSED_LISTS, tenantIds, sizes: SIZES })
for (;;) {
  const done = await round().catch(() => 0) // the database may be away for a moment
  if (done > 0) process.stdout.write(`${done}\n`)
  else await new Promise((resolve) => setTimeout(resolve, 50))
}
