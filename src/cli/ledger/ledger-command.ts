/** `vezne ledger verify`: proves the ledger, tenant by tenant, and in the sandbox against the bank simulator's own books. */
import { exit, stdout } from 'node:process'
import { openDatabaseForCli } from '../../app/open-database-for-cli.ts'
import type { Database } from '../../infra/database/database.ts'
import { matches, sql } from '../../infra/database/statements/sql.ts'
import {
  countLedger,
  type LedgerDifference,
  verifyTenantLedger,
} from '../../settlements/ledger/verify-settlement-ledger.ts'
import { loadCliConfig } from '../attach-runtime.ts'
import { parseArguments, UsageError, type Verb } from '../command.ts'
import { SHARD_HELP, settingsOfShards } from '../shards/each-shard.ts'
import { compareWithBank } from './bank-orders.ts'

export const ledger: Verb = {
  summary: 'verify the ledger: payments, journal, settlements, and the bank simulator',
  usage: `ledger verify             of every tenant, in whole
  --tenant <slug>         of one of them
  --bank <url>            books of a bank simulator to compare with; default: that of the sandbox, if it answers. Not with --shard
${SHARD_HELP}

Per tenant, merchant and currency: the journal says what payments say; settlements add up to their lines, and these to the
bank's file; entries book what settlements say; what a merchant is owed is what is not settled yet, not paid yet, carried
over, or disputed. In the sandbox also: the bank simulator has moved what payments say. A line a difference: what, where,
what is expected, what is found. Nothing is corrected. Ends with 1 when there is any. The database is found as by audit verify.`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['tenant', 'bank', 'shard'])
    if (rest.length !== 1 || rest[0] !== 'verify') throw new UsageError('say: ledger verify; help ledger tells more')
    const config = loadCliConfig()
    const isWhole = options.shard === undefined
    if (!isWhole && options.bank !== undefined)
      throw new UsageError(
        '--bank and --shard exclude each other: the books of a bank simulator are those of all shards',
      )
    let differences = 0
    let tenants = 0
    const opened: CliDatabase[] = []
    try {
      for (const own of settingsOfShards(config, options.shard)) opened.push(await openOne(own.config))
      const shards = opened.map(({ db }) => db)
      for (const db of shards) {
        const found = await verifyTenants(db, options.tenant)
        tenants += found.tenants
        differences += found.differences
      }
      const bank = options.bank ?? (config.env === 'sandbox' && isWhole ? config.urls.bank : undefined)
      if (bank !== undefined && options.tenant === undefined)
        differences += await verifyBank(shards, bank, options.bank !== undefined)
    } finally {
      for (const { close } of opened) await close()
    }
    if (tenants === 0 && options.tenant !== undefined) throw new UsageError(`there is no tenant ${options.tenant}`)
    stdout.write(differences === 0 ? 'the ledger is even\n' : `${differences} differences\n`)
    if (differences > 0) exit(1)
  },
}

type CliDatabase = Awaited<ReturnType<typeof openDatabaseForCli>>

const openOne = (config: Parameters<typeof openDatabaseForCli>[0]): Promise<CliDatabase> =>
  openDatabaseForCli(config).catch((error: Error) => {
    throw new UsageError(error.message)
  })

const verifyTenants = async (
  db: Database,
  slug: string | undefined,
): Promise<{ tenants: number; differences: number }> => {
  const tenants = await db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ tenant_id: string; slug: string }>(
      sql`select tenant_id, slug from realms where ${matches({ kind: 'tenant', slug })} order by slug`,
    ),
  )
  let differences = 0
  for (const { tenant_id, slug: name } of tenants) {
    const { settlements, entries, payments } = await countLedger(db, tenant_id)
    const found = await verifyTenantLedger(db, tenant_id)
    stdout.write(
      `${name.padEnd(36)} ${payments} payments, ${entries} entries, ${settlements} settlements  ${found.length === 0 ? 'even' : `${found.length} DIFFER`}\n`,
    )
    for (const difference of found) stdout.write(formatLine(difference))
    differences += found.length
  }
  return { tenants: tenants.length, differences }
}

/** While a program runs, a payment may move between the two readings: differences are checked again. */
const verifyBank = async (shards: readonly Database[], url: string, isNamed: boolean): Promise<number> => {
  try {
    let found = await compareWithBank(shards, url)
    if (found.length > 0) found = await compareWithBank(shards, url)
    stdout.write(
      `${"the bank simulator's books".padEnd(36)} ${found.length === 0 ? 'agree' : `${found.length} DIFFER`}\n`,
    )
    for (const difference of found) stdout.write(formatLine(difference))
    return found.length
  } catch (error) {
    if (isNamed) throw new UsageError(`${url} does not answer: ${(error as Error).message}`)
    stdout.write(`${"the bank simulator's books".padEnd(36)} not compared: it does not answer at ${url}\n`)
    return 0
  }
}

const formatLine = ({ check, tenant_id, merchant_id, currency, place, expected, found }: LedgerDifference): string =>
  `  ${check}: ${place}${merchant_id === null ? '' : `, merchant ${merchant_id} of tenant ${tenant_id}`}${currency === null ? '' : `, ${currency}`}: ${found} instead of ${expected}\n`
