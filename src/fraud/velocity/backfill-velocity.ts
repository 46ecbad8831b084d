/** A rule that counts from today counts the checks of the last 30 days too: they are filled in, in pages (docs/decisions/0170). */
import { idAt } from '../../core/id.ts'
import type { House } from '../../infra/runtime.ts'
import { eachTenant } from './each-tenant.ts'
import { unpackVariables } from '../expressions/packed-variables.ts'
import { type Rules, rulesOf } from '../rules/active-rules.ts'
import { PROCESSES, selectActiveRules } from '../rules/active-rule-store.ts'
import { lockCounting } from './count-velocity.ts'
import { onlyOf } from './counted-check.ts'
import {
  type DueFill,
  dueFills,
  fillEntries,
  type KeptCheck,
  keptChecks,
  noteCounted,
  noteFilled,
  tenantsToFill,
} from './velocity-maintenance-store.ts'
import { type Kind, planOf } from './counting-plan.ts'
import { openSubjects, type SubjectHasher, type SubjectHashers } from './subject-hashes.ts'
import { lockScopes, type VelocityRow } from './velocity-store.ts'
import { LONGEST_WINDOW_S } from './velocity-windows.ts'

/** Checks of one transaction: a payment that waits for it waits some milliseconds. */
const PAGE = 500

/** What the rules of a tenant count. */
const countedBy = ({ velocityNeeds }: Rules): { process: (typeof PROCESSES)[number]; kind: Kind }[] =>
  PROCESSES.flatMap((process) => [...planOf(velocityNeeds[process]).kinds].map((kind) => ({ process, kind })))

/** To be compared with that of another version of the rules. */
export const countedText = (rules: Rules): string =>
  countedBy(rules)
    .map(({ process, kind }) => `${process} ${kind}`)
    .sort()
    .join()

/** Notes what is counted now; answers whether something is that was not. */
export const noteRules = (house: House, tenantId: string): Promise<boolean> =>
  house.db.inTenant(tenantId, async (tx) => {
    await lockScopes(tx, new Set([`${tenantId} rules`])) // two processes that heard of two changes note the newer one
    return noteCounted(tx, tenantId, countedBy(rulesOf(await selectActiveRules(tx, tenantId))))
  })

export const fillDueTenants = async (house: House, isOver: () => boolean = () => false): Promise<void> => {
  const tenants = await house.db.acrossTenants(tenantsToFill)
  await eachTenant(house, 'fill-velocity', tenants, (tenantId) => fillTenant(house, tenantId, isOver))
}

export const fillTenant = async (
  house: House,
  tenantId: string,
  isOver: () => boolean = () => false,
): Promise<void> => {
  const hashers = openSubjects(house.sealer)
  for (const due of await house.db.inTenant(tenantId, (tx) => dueFills(tx, tenantId)))
    if (!isOver() && (await fillProcess({ house, hashers, tenantId, due }, isOver)))
      await house.db.inTenant(tenantId, (tx) => noteFilled(tx, tenantId, due))
}

interface Fill {
  house: House
  hashers: SubjectHashers
  tenantId: string
  due: DueFill
}

/** Newest first: short windows are right soon. False: it was ended before its end. */
const fillProcess = async ({ house, hashers, tenantId, due }: Fill, isOver: () => boolean): Promise<boolean> => {
  const { process } = due
  const nowMs = house.clock.ms()
  const kinds = new Set(due.kinds)
  const page = { tenantId, process, notBeforeMs: nowMs - LONGEST_WINDOW_S * 1_000, rowsMax: PAGE }
  for (let before = idAt(Number.MAX_SAFE_INTEGER, 'last'); !isOver(); ) {
    const checks = await house.db.inTenant(tenantId, (tx) => keptChecks(tx, { ...page, before }))
    const last = checks.at(-1)
    if (last === undefined) return true
    const hasher = hashers(tenantId, process)
    const rows = checks.map((check) => entryOfKept(tenantId, check, kinds, hasher))
    await house.db.inTenant(tenantId, async (tx) => {
      await lockCounting(tx, [{ tenantId, process }])
      await fillEntries(tx, rows)
    })
    before = last.id
  }
  return false
}

const entryOfKept = (
  tenantId: string,
  check: KeptCheck,
  kinds: ReadonlySet<Kind>,
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
  const subjects = { ...onlyOf(kinds, { card, iban, source_account }), ...hasher.hashAll(values, kinds) }
  return { ...subjects, tenant_id: tenantId, check_id: id, at, amount, currency, failed }
}
