/** GET and PATCH of a merchant's policy: the processes whose rules apply to it. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { toWaitingView } from '../../access/waiting/waiting-schemas.ts'
import { findWaitingOfEntities } from '../../access/waiting/waiting-store.ts'
import { isoTime } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { requireMerchant } from '../../identity/merchants/merchant-operation.ts'
import { lockMerchant, type MerchantRow, merchantById } from '../../identity/merchants/merchant-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { requiresFourEyes } from '../fraud-settings.ts'
import { PROCESSES } from '../rules/active-rule-store.ts'
import { holdPolicies, MERCHANT_POLICY, policyId, switchingOff } from '../rules/held-policy.ts'
import {
  MerchantPolicyBundle,
  PolicyParams,
  UpsertPolicies,
  type UpsertPoliciesBody,
} from '../rules/merchant-policy-schemas.ts'
import { findPolicies, type PolicyRow, writePolicies } from '../rules/merchant-policy-store.ts'

const path = '/api/v1/fraud/merchants/:merchant_id/policy'
const tag = 'MerchantPolicies'

const getPolicy = endpoint({
  method: 'GET',
  path,
  isTagged: true,
  tag,
  summary: "Read a merchant's policy",
  description: 'Which processes of the merchant the rules check; one that was never set checks everything.',
  allow: 'analyst',
  params: PolicyParams,
  answers: { 200: MerchantPolicyBundle },
  handle: ({ params, tenantId, principal, read }) =>
    read(async (tx) => {
      const merchant = requireMerchant(await merchantById(tx, tenantId, params.merchant_id), principal)
      const rows = await findPolicies(tx, tenantId, merchant.id)
      const bundle = toPolicyBundle(merchant, rows)
      return { ...ok(await withPending(tx, tenantId, bundle)), tagged: bundle }
    }),
})

const changePolicy = endpoint({
  method: 'PATCH',
  path,
  isTagged: true,
  tag,
  summary: "Change a merchant's policy",
  description:
    'In force from the next check on. Where a process is not enabled no rule is evaluated, the built-in ones included: ' +
    'each check approves with score 0 and `provider_used` policy_off. Say why in `reason`. Where `fraud.rules_four_eyes` of the ' +
    'tenant is true, a process that is switched off is checked on until a second person has confirmed it (`pending_change`).',
  allow: 'fraud-admin',
  params: PolicyParams,
  body: UpsertPolicies,
  answers: { 200: MerchantPolicyBundle },
  errors: ['validation_failed'],
  async handle({ body, params, tenantId, principal, runtime, read, inTx }) {
    // A missing resource is 404 whatever the body.
    requireMerchant(await read((tx) => merchantById(tx, tenantId, params.merchant_id)), principal)
    validatePolicies(body)
    const answer = await inTx(async (tx) => {
      const now = runtime.clock.now()
      const merchant = requireMerchant(await lockMerchant(tx, tenantId, params.merchant_id), principal)
      const rows = body.policies.map(({ process, enabled, reason }) => ({
        ...{ tenant_id: tenantId, merchant_id: merchant.id, process, enabled },
        reason: reason?.trim() || null,
        last_modified: now,
      }))
      const currentPolicies = await findPolicies(tx, tenantId, merchant.id)
      const before = toPolicyBundle(merchant, currentPolicies)
      const held = (await requiresFourEyes(tx, tenantId)) ? switchingOff(currentPolicies, rows) : []
      const asked = await holdPolicies(principal, { tx, now, label: merchant.name, rows: held })
      const done = rows.filter((row) => !held.includes(row))
      if (done.length > 0) await writePolicies(tx, done)
      const after = toPolicyBundle(merchant, await findPolicies(tx, tenantId, merchant.id))
      const changed = done.length > 0 ? [{ kind: MERCHANT_POLICY, id: merchant.id, before, after }] : []
      return { ...ok(await withPending(tx, tenantId, after)), change: [...changed, ...asked], tagged: before }
    })
    runtime.notifications.publish('fraud_rules', tenantId)
    return answer
  },
})

/** Throws validation_failed with every fault. */
const validatePolicies = ({ policies }: UpsertPoliciesBody): void => {
  const faults = policies.flatMap(({ process, enabled, reason }, at): FieldError[] => {
    const isRepeated = policies.findIndex((each) => each.process === process) < at
    return [
      ...(isRepeated ? [faultOf(`policies[${at}].process`, 'mismatch', phrase`is named twice`)] : []),
      ...(enabled || reason?.trim()
        ? []
        : [faultOf(`policies[${at}].reason`, 'required', phrase`says why rules are off`)]),
    ]
  })
  const [first] = faults
  if (first)
    throw new Problem('validation_failed', { detail: phrase`${first.field} ${first.message}.`, errors: faults })
}
const faultOf = (field: string, code: FieldError['code'], message: Phrase): FieldError => ({ field, code, message })

const toPolicyBundle = (merchant: MerchantRow, rows: readonly PolicyRow[]) => ({
  policies: PROCESSES.map((process) => {
    const row = rows.find((each) => each.process === process)
    return {
      id: policyId({ tenant_id: merchant.tenant_id, merchant_id: merchant.id, process }),
      tenant_id: merchant.tenant_id,
      merchant_external_id: merchant.external_id,
      process,
      enabled: row?.enabled ?? true,
      reason: row?.reason ?? null,
      last_modified: isoTime(row?.last_modified ?? merchant.created),
      pending_change: null as ReturnType<typeof toWaitingView> | null,
    }
  }),
})

const withPending = async (tx: Tx, tenantId: string, { policies }: ReturnType<typeof toPolicyBundle>) => {
  const ids = policies.map(({ id }) => id)
  const waiting = await findWaitingOfEntities(tx, tenantId, MERCHANT_POLICY, ids)
  return {
    policies: policies.map((each) => {
      const change = waiting.get(each.id)
      return { ...each, pending_change: change === undefined ? null : toWaitingView(change) }
    }),
  }
}

export const policyEndpoints: readonly Endpoint[] = [getPolicy, changePolicy]
