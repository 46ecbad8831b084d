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

export const audit: Verb = {
  summary: 'verify the audit log',
  usage: `audit verify              every chain, from its first entry, or from where it was cut by age, to its head
  --tenant <slug>         one of them
  --log <file>            heads the program logged (audit.head), which the chains must contain;
                          default: vezne.log in VEZNE_DATA_DIR (.vezne), if it is there

The database is the one of DATABASE_URL, else the embedded server in VEZNE_DATA_DIR, running or not; the
master keys are those of the program. Ends with 1 when a chain is broken.`,
  async run(words) {
    const { options, rest } = parseArguments(words, ['tenant', 'log'])
    if (rest.length !== 1 || rest[0] !== 'verify') throw new UsageError('say: audit verify; help audit tells more')
    const config = loadCliConfig()
    const anchors = anchorsOf(config, options.log)
    const { db, sealer, close } = await openDatabaseForCli(config).catch((error: Error) => {
      throw new UsageError(error.message)
    })
    let broken = 0
    try {
      const chains = (await db.transaction({ as: 'platform' }, tenantsWithChains)).filter(
        ({ slug }) => options.tenant === undefined || slug === options.tenant,
      )
      if (options.tenant !== undefined && chains.length === 0)
        throw new UsageError(`there is no tenant ${options.tenant}`)
      let entries = 0
      for (const { tenant_id, slug } of chains) {
        const report = await verifyChain(
          (work) => db.transaction({ of: tenant_id }, work),
          sealer,
          tenant_id,
          anchors.get(tenant_id),
        )
        entries += report.entries
        if (report.fault) broken++
        const from = report.cut === undefined ? '' : ` from the cut behind ${report.cut}`
        const result = report.fault ? `BROKEN at ${report.fault.seq}: ${report.fault.why}` : `whole${from}`
        stdout.write(`${(slug ?? tenant_id).padEnd(36)} ${String(report.entries).padStart(9)} entries  ${result}\n`)
      }
      const known = [...anchors.values()].reduce((sum, list) => sum + list.length, 0)
      stdout.write(
        `${entries} entries of ${chains.length} chains, ${known} heads from the log; ${broken === 0 ? 'all whole' : `${broken} BROKEN`}\n`,
      )
    } finally {
      await close()
    }
    if (broken > 0) exit(1)
  },
}

const anchorsOf = ({ dataDir }: Config, file: string | undefined): ReadonlyMap<string, readonly Anchor[]> => {
  const path = file ?? join(dataDir, 'vezne.log')
  if (existsSync(path)) return readAnchors(readFileSync(path, 'utf8'))
  if (file !== undefined) throw new UsageError(`cannot read ${file}`)
  return new Map()
}
