/** POST /api/v1/platform/tenants: a customer with a realm, a signing key, a plan, and in the sandbox banks to pay with. */
import { type Answer, type Call, created, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { placeTenant } from '../../infra/database/shards/place-tenant.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { insertSigningKey, type SigningKeyRow } from '../tokens/signing-key-store.ts'
import { newSigningKey } from '../tokens/signing-keys.ts'
import { defaultTariffPlan, holdActiveTariffPlan } from './tariff-plan-store.ts'
import { requireTenant, toAuditedTenant } from './tenant-operation.ts'
import { CreateTenant, type CreateTenantBody, Tenant } from './tenant-schemas.ts'
import { findTenant, insertTenant, shownTenant, tenantById, tenantBySlug } from './tenant-store.ts'

/** Gives a tenant the initial data of this environment; idempotent. */
export type ProvisionTenant = (tenantId: string) => Promise<void>

export const createTenant = (furnish: ProvisionTenant) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/platform/tenants',
    tag: 'PlatformTenants',
    summary: 'Create a tenant',
    description:
      'Its realm issues tokens at once; its first key is made by POST /api/v1/platform/tenants/{id}/api-keys. In the sandbox ' +
      'it starts with the simulated bank, demo configurations, a default rule and test cards. A repeat with the same ' +
      'Idempotency-Key finishes what a broken call began.',
    allow: 'platform',
    body: CreateTenant,
    answers: { 201: Tenant },
    errors: ['conflict', 'plan_not_found'],
    async handle(call) {
      const { runtime, body } = call
      const tenantId = await placed(runtime.db, body, newId(runtime.clock.ms()))
      const answer = await call.inTxOf(tenantId, await write(call, tenantId))
      runtime.notifications.publish('realms', tenantId)
      // Runs after a repetition too: the process that created the tenant may have died before this.
      await furnish(idIn(answer) ?? tenantId)
      return answer
    },
  })

/** Returns the id that the tenant gets; it has its shard from here on. */
const placed = async (db: Database, { slug, shard }: CreateTenantBody, id: string): Promise<string> => {
  if (shard !== undefined && !db.shards.includes(shard))
    throw fieldProblem('shard', 'unknown_value', phrase`is no shard of this platform`)
  const findOlder = async (tx: Tx) => (await tenantBySlug(tx, slug))?.tenant_id
  const place = await placeTenant(db, { id, slug, shard, findOlder })
  if (shard === undefined || place.shard === shard) return place.id
  throw new Problem('conflict', {
    detail: phrase`A tenant with this slug has its place on shard ${place.shard} already.`,
    errors: [{ field: 'shard', code: 'conflict', message: phrase`is another one than this tenant has` }],
  })
}

const idIn = ({ bodyText }: Answer): string | undefined =>
  bodyText === undefined ? undefined : (JSON.parse(bodyText) as { id: string }).id

type CreateCall = Pick<Call<unknown, unknown, CreateTenantBody>, 'runtime' | 'body'>

/** Slow work is done before the transaction, so that no transaction waits for a key to be made. */
const write = async ({ runtime, body }: CreateCall, tenantId: string): Promise<Parameters<Call['inTxOf']>[1]> => {
  // The response of an earlier call may be stored under the idempotency key, so the transaction decides.
  if (await findTenant(runtime.db, body.slug))
    return async () => {
      throw taken()
    }
  const key = await signingKey(runtime, tenantId)
  return async (tx) => {
    const now = runtime.clock.now()
    const plan = await (body.plan_id === undefined ? defaultTariffPlan(tx) : holdActiveTariffPlan(tx, body.plan_id))
    const isInserted = await insertTenant(tx, {
      tenant_id: tenantId,
      slug: body.slug,
      kind: 'tenant',
      display_name: body.display_name,
      contact_email: body.contact_email,
      status: 'active',
      status_reason: null,
      plan_id: plan.id,
      plan_assigned_at: now,
      allow_non_3d: body.allow_non_3d ?? runtime.config.env === 'sandbox',
      preferred_three_d_flow: body.preferred_three_d_flow ?? 'standard',
      created: now,
      last_modified: now,
    })
    if (!isInserted) throw taken()
    await insertSigningKey(tx, key)
    const tenant = requireTenant(await tenantById(tx, tenantId))
    return {
      ...created(shownTenant(runtime.db, tenant)),
      change: { kind: 'tenant', id: tenantId, before: null, after: toAuditedTenant(tenant) },
    }
  }
}

/** The key signs at once: no cached key set has an older one. Real time, as relying parties compare it with their own clock. */
const signingKey = (runtime: Runtime, tenantId: string): Promise<SigningKeyRow> => {
  const now = new Date()
  return newSigningKey(runtime, tenantId, now, now)
}

const taken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`A tenant with this slug is there already; choose another one.`,
    errors: [{ field: 'slug', code: 'conflict', message: phrase`is used by another tenant` }],
  })
