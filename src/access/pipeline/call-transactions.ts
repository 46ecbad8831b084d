/** The transaction of a call's change: with an Idempotency-Key its claim and its answer are rows of the same transaction, and so are its audit entries. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { createSharedTransactions, type ShareTransaction } from '../../infra/database/shared-transactions.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { NewEntry } from '../audit/audit-entry.ts'
import type { Answer, Call, Endpoint, Principal } from '../endpoint.ts'
import { type Claim, findAnswer, runOnce } from '../idempotency/run-once.ts'
import { withWaitingHeader } from '../waiting/waiting-header.ts'
import type { CallAudit } from './call-audit.ts'
import { checkMatch, type WantedTags } from './preconditions.ts'

interface SharedCall {
  readonly answer: Answer
  readonly entries: readonly NewEntry[]
}
export type ShareCalls = ShareTransaction<SharedCall>

/** However many calls share a transaction, it waits once for the head of the tenant's audit chain. */
export const createSharedCalls = (runtime: Runtime): ShareCalls =>
  createSharedTransactions<SharedCall>(runtime.db, (tx, calls) =>
    appendAudit(
      runtime,
      tx,
      calls.flatMap(({ entries }) => entries),
    ),
  )

/** A claim of a new tenant comes before its realm. */
const DEFER_REALM = 'set constraints idempotency_keys_tenant_id_fkey deferred'

/** A change that the platform makes of a tenant on another shard is claimed there, as the tenant's: claim and change are one transaction. */
const claimantOf = (db: Database, realmId: string, tenantId = realmId): string =>
  db.shardOf(tenantId) === db.shardOf(realmId) ? realmId : tenantId

interface Changing {
  readonly spec: Endpoint
  readonly principal: Principal | null
  readonly record: CallAudit
  /** Tags of If-Match; null: the call sends none. */
  readonly wanted: WantedTags | null
  /** Returns null if the request carries no key. */
  readonly toClaim: (realmId: string, actor: string) => Claim | null
}

type Work = (tx: Tx) => Promise<Answer>

interface CallTransactions extends Pick<Call, 'inTx' | 'inTxOf' | 'inSharedTx'> {
  /** Returns the response that the call's key has stored, if it has one. Throws if another request holds the key. */
  readonly findStored: () => Promise<Answer | undefined>
}

export const createCallTransactions = (
  { runtime, share }: { runtime: Runtime; share: ShareCalls },
  { spec, principal, record, wanted, toClaim }: Changing,
): CallTransactions => {
  const ownerOf = (): Principal => {
    if (!principal) throw new Error(`${spec.path} takes no token`)
    return principal
  }
  const claimed = async (work: Work, tenantId?: string): Promise<{ claim: Claim | null; change: Work }> => {
    const { realmId, subject } = ownerOf()
    const claim = toClaim(claimantOf(runtime.db, realmId, tenantId), subject)
    if (claim === null) return { claim, change: work }
    const { sealer } = runtime
    const seal = await sealer.sealWithKey(claim.tenantId)
    return { claim, change: (tx) => runOnce(tx, claim, { sealer, seal }, work) }
  }
  const inTxOf = async (tenantId: string, work: Work): Promise<Answer> => {
    const { claim, change } = await claimed(async (tx) => withWaitingHeader(await work(tx)), tenantId)
    const recorded = async (tx: Tx): Promise<Answer> => {
      if (claim !== null && claim.tenantId !== ownerOf().realmId) await tx.execute(DEFER_REALM)
      const answer = await change(tx)
      if (wanted !== null) await checkMatch(tx, tenantId, wanted, answer)
      await record.answered(tx, tenantId, answer)
      return answer
    }
    return claim === null || claim.tenantId === tenantId
      ? runtime.db.transaction({ of: tenantId }, recorded)
      : runtime.db.transaction({ of: [claim.tenantId, tenantId] }, recorded)
  }
  return {
    inTx: async (work) => inTxOf(ownerOf().realmId, work),
    inTxOf,
    async inSharedTx(work) {
      const { realmId } = ownerOf()
      const { claim, change } = await claimed(work)
      const { answer, entries } = await share(realmId, {
        key: claim && `${claim.scope} ${claim.key}`,
        async work(tx) {
          const answer = await change(tx)
          return { answer, entries: record.entriesOf(realmId, answer) }
        },
      })
      if (entries.length > 0) record.markCommitted()
      return answer
    },
    async findStored() {
      const claim = principal && toClaim(principal.realmId, principal.subject)
      if (claim === null || spec.idempotent === 'own') return undefined
      const { db, sealer } = runtime
      return db.transaction({ of: claim.tenantId, mode: 'read' }, (tx) => findAnswer(tx, claim, sealer))
    },
  }
}
