/**
 * The alarm of the ledger: a balance must be the sum of its postings; otherwise an operator has to investigate. Nothing
 * is corrected. The sum of an account's postings before a moment is stored (`posting_sums`), so a comparison reads only
 * later ones. If sum and postings do not explain a balance, all postings are added up, and only that result is an
 * alarm. Once a week all postings are added up, because a wrong stored sum would otherwise be trusted.
 */
import { isoTime } from '../../core/clock.ts'
import type { Job } from '../../infra/process/jobs.ts'
import { gauge } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import {
  advanceSums,
  findAccountsWithBalance,
  findDifferingBalances,
  findSuspectBalances,
  recountSum,
} from './verification-store.ts'

/** Younger postings may still be committed by a slow process. */
const SETTLED_MS = 3_600_000

const differing = gauge('vezne_source_accounts_differing')

/** Reads the postings since the last sums; if they do not explain the balance, reads all of that account's. */
export const verifyLedger = async (runtime: Runtime): Promise<number> => {
  await recount(runtime, await runtime.db.transaction({ as: 'platform' }, findSuspectBalances))
  await runtime.db.transaction({ as: 'platform' }, (tx) => advanceSums(tx, settledAt(runtime)))
  return 0
}

/** Adds up every posting of every account, whatever the stored sums are. */
export const recountLedger = (runtime: Runtime): Job => ({
  name: 'recount-ledger',
  cron: '11 1 * * 0',
  run: async (signal) =>
    recount(runtime, await runtime.db.transaction({ as: 'platform' }, findAccountsWithBalance), signal),
})

const settledAt = ({ clock }: Runtime): string => isoTime(clock.ms() - SETTLED_MS)

const recount = async (
  runtime: Runtime,
  accounts: Awaited<ReturnType<typeof findAccountsWithBalance>>,
  signal?: AbortSignal,
): Promise<void> => {
  let found = 0
  for (const account of accounts) {
    if (signal?.aborted === true) return
    const [difference] = await runtime.db.transaction({ of: account.tenant_id }, (tx) =>
      findDifferingBalances(tx, account),
    )
    if (difference === undefined) {
      await runtime.db.transaction({ of: account.tenant_id }, (tx) => recountSum(tx, account, settledAt(runtime)))
      continue
    }
    found++
    runtime.log.error('ledger.differs', { ...difference })
  }
  differing.set(found)
}
