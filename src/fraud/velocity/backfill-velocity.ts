/**
 * Backfills velocity: a rule that counts from today also counts the checks of the last 30 days, in pages, newest first. Entries hold only
 * subjects that some active rule reads, so a subject that is new has to be filled in (docs/decisions/0169). Done twice it changes nothing.
 */
import { idAt } from '../../core/id.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { unpackVariables } from '../expressions/packed-variables.ts'
import { PROCESSES, selectActiveRules } from '../rules/active-rule-store.ts'
import { type ActiveRules, compileRules } from '../rules/active-rules.ts'
import { lockVelocityScopes } from './count-velocity.ts'
import { pickKinds } from './counted-check.ts'
import { findCountingPlan, type SubjectKind } from './counting-plan.ts'
import { eachTenant } from './each-tenant.ts'
import { createSubjectHashers, type SubjectHasher, type SubjectHashers } from './subject-hashes.ts'
import {
  backfillEntries,
  type DueBackfill,
  findDueBackfills,
  findStoredChecks,
  recordBackfilled,
  recordCounted,
  type StoredCheck,
  tenantsToBackfill,
} from './velocity-maintenance-store.ts'
import { lockScopes, type VelocityRow } from './velocity-store.ts'
import { LONGEST_WINDOW_S } from './velocity-windows.ts'

/** Checks per transaction: a payment that waits for one waits some milliseconds. */
const PAGE = 500

/** Returns the kinds that the rules of a tenant count. */
const countedBy = ({ velocityNeeds }: ActiveRules): { process: (typeof PROCESSES)[number]; kind: SubjectKind }[] =>
  PROCESSES.flatMap((process) => [...findCountingPlan(velocityNeeds[process]).kinds].map((kind) => ({ process, kind })))

/** Returns a text to be compared with that of another version of the rules. */
export const countedSignature = (rules: ActiveRules): string =>
  countedBy(rules)
    .map(({ process, kind }) => `${process} ${kind}`)
    .sort()
    .join()

/** Records which kinds are counted now; returns whether some are new. */
export const recordCountedKinds = (runtime: Runtime, tenantId: string): Promise<boolean> =>
  runtime.db.transaction({ of: tenantId }, async (tx) => {
    await lockScopes(tx, new Set([`${tenantId} rules`])) // two processes that saw two changes note the newer one
    return recordCounted(tx, tenantId, countedBy(compileRules(await selectActiveRules(tx, tenantId))))
  })

export const backfillDueTenants = async (runtime: Runtime, isOver: () => boolean = () => false): Promise<void> => {
  const tenants = await runtime.db.transaction({ as: 'platform' }, tenantsToBackfill)
  await eachTenant(runtime, 'fill-velocity', tenants, (tenantId) => backfillTenant(runtime, tenantId, isOver))
}

export const backfillTenant = async (
  runtime: Runtime,
  tenantId: string,
  isOver: () => boolean = () => false,
): Promise<void> => {
  const hashers = createSubjectHashers(runtime.sealer)
  for (const due of await runtime.db.transaction({ of: tenantId }, (tx) => findDueBackfills(tx, tenantId)))
    if (!isOver() && (await backfillProcess({ runtime, hashers, tenantId, due }, isOver)))
      await runtime.db.transaction({ of: tenantId }, (tx) => recordBackfilled(tx, tenantId, due))
}

interface Backfill {
  runtime: Runtime
  hashers: SubjectHashers
  tenantId: string
  due: DueBackfill
}

/** Works newest first, because short windows are then right soon. Returns false if it was stopped early. */
const backfillProcess = async (
  { runtime, hashers, tenantId, due }: Backfill,
  isOver: () => boolean,
): Promise<boolean> => {
  const { process } = due
  const nowMs = runtime.clock.ms()
  const kinds = new Set(due.kinds)
  const page = { tenantId, process, notBeforeMs: nowMs - LONGEST_WINDOW_S * 1_000, rowsMax: PAGE }
  for (let before = idAt(Number.MAX_SAFE_INTEGER, 'last'); !isOver(); ) {
    const checks = await runtime.db.transaction({ of: tenantId }, (tx) => findStoredChecks(tx, { ...page, before }))
    const last = checks.at(-1)
    if (last === undefined) return true
    const hasher = hashers(tenantId, process)
    const rows = checks.map((check) => toBackfilledEntry(tenantId, check, kinds, hasher))
    await runtime.db.transaction({ of: tenantId }, async (tx) => {
      await lockVelocityScopes(tx, [{ tenantId, process }])
      await backfillEntries(tx, rows)
    })
    before = last.id
  }
  return false
}

const toBackfilledEntry = (
  tenantId: string,
  check: StoredCheck,
  kinds: ReadonlySet<SubjectKind>,
  hasher: SubjectHasher,
): VelocityRow => {
  const { id, at, amount, currency, failed, merchant_id, card, iban, source_account } = check
  const variables = unpackVariables(check.variables)
  const textOf = (name: string): string | null => (variables[name] as string | null | undefined) ?? null
  const values = {
    email: textOf('customer.email'),
    ip: textOf('customer.ip'),
    device: textOf('device.fingerprint'),
    customer: textOf('customer.id'),
    merchant: merchant_id,
  }
  const subjects = { ...pickKinds(kinds, { card, iban, source_account }), ...hasher.hashAll(values, kinds) }
  return { ...subjects, tenant_id: tenantId, check_id: id, at, amount, currency, failed }
}
