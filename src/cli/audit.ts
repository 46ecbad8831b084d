/** `vezne audit verify`: reads every chain of the audit log and reports where one breaks; works with or without a running program. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exit, stdout } from 'node:process'
import { tenantsWithChains } from '../access/audit/audit-store.ts'
import { readAnchors } from '../access/audit/chain-heads.ts'
import { type Anchor, verifyChain } from '../access/audit/verify-chain.ts'
import { openDatabaseForCli } from '../app/open-database-for-cli.ts'
import type { Config } from '../infra/process/config.ts'
import { loadCliConfig } from './attach-runtime.ts'
import { parseArguments, UsageError, type Verb } from './command.ts'
import { SHARD_HELP, settingsOfShards } from './shards/each-shard.ts'

export const audit: Verb = {
  summary: 'verify the audit log',
  usage: `audit verify              every chain, from its first entry, or from where it was cut by age, to its head
  --tenant <slug>         one of them
  --log <file>            heads the program logged (audit.head), which the chains must contain;
                          default: vezne.log in VEZNE_DATA_DIR (.vezne), if it is there
${SHARD_HELP}

The database is the one of DATABASE_URL, else the embedded server in VEZNE_DATA_DIR, running or not; the
master keys are those of the program. Ends with 1 when a chain is broken.`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['tenant', 'log', 'shard'])
    if (rest.length !== 1 || rest[0] !== 'verify') throw new UsageError('say: audit verify; help audit tells more')
    const config = loadCliConfig()
    const anchors = anchorsOf(config, options.log)
    const sum = { chains: 0, entries: 0, broken: 0 }
    for (const own of settingsOfShards(config, options.shard)) {
      const { chains, entries, broken } = await verifyChains(own.config, options.tenant, anchors)
      sum.chains += chains
      sum.entries += entries
      sum.broken += broken
    }
    if (options.tenant !== undefined && sum.chains === 0) throw new UsageError(`there is no tenant ${options.tenant}`)
    const known = [...anchors.values()].reduce((heads, list) => heads + list.length, 0)
    stdout.write(
      `${sum.entries} entries of ${sum.chains} chains, ${known} heads from the log; ${sum.broken === 0 ? 'all whole' : `${sum.broken} BROKEN`}\n`,
    )
    if (sum.broken > 0) exit(1)
  },
}

type Anchors = ReadonlyMap<string, readonly Anchor[]>

export const verifyChains = async (
  config: Config,
  tenant: string | undefined,
  anchors: Anchors,
): Promise<{ chains: number; entries: number; broken: number }> => {
  const { db, sealer, close } = await openDatabaseForCli(config).catch((error: Error) => {
    throw new UsageError(error.message)
  })
  try {
    const chains = (await db.transaction({ as: 'platform' }, tenantsWithChains)).filter(
      ({ slug }) => tenant === undefined || slug === tenant,
    )
    const sum = { chains: chains.length, entries: 0, broken: 0 }
    for (const { tenant_id, slug } of chains) {
      const report = await verifyChain(
        (work) => db.transaction({ of: tenant_id }, work),
        sealer,
        tenant_id,
        anchors.get(tenant_id),
      )
      sum.entries += report.entries
      if (report.fault) sum.broken++
      const from = report.cut === undefined ? '' : ` from the cut behind ${report.cut}`
      const result = report.fault ? `BROKEN at ${report.fault.seq}: ${report.fault.why}` : `whole${from}`
      stdout.write(`${(slug ?? tenant_id).padEnd(36)} ${String(report.entries).padStart(9)} entries  ${result}\n`)
    }
    return sum
  } finally {
    await close()
  }
}

const anchorsOf = ({ dataDir }: Config, file: string | undefined): Anchors => {
  const path = file ?? join(dataDir, 'vezne.log')
  if (existsSync(path)) return readAnchors(readFileSync(path, 'utf8'))
  if (file !== undefined) throw new UsageError(`cannot read ${file}`)
  return new Map()
}
