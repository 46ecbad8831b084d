/** Shared by every operation on identity providers: scope, response, notification of a change. */
import { Type } from 'typebox'
import type { Answer, Call } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findChangeId } from '../confirmation/named-change.ts'
import type { ProviderRow } from './provider-store.ts'

export const PROVIDERS_PATH = '/api/v1/tenants/me/identity-providers'
export const ProviderParams = Type.Object({ id: described(Uuid, 'Id of the identity provider, as the list shows it.') })

export const providerBody = ({
  tenant_id: _,
  audience,
  claimed_audience,
  changed_people,
  needs_confirmation,
  waiting_changes,
  has_counted: _counted,
  created,
  last_modified,
  ...row
}: ProviderRow) => ({
  ...row,
  audience: claimed_audience ?? audience,
  proof: claimed_audience === null ? null : audience,
  needs_confirmation: needs_confirmation === true,
  change_id: findChangeId({ changed_people, waiting_changes }),
  created: isoTime(created),
  last_modified: isoTime(last_modified),
})

/** For the audit log. */
export const providerChange = (before: ProviderRow | null, after: ProviderRow | null) => ({
  kind: 'identity_provider',
  id: ((after ?? before) as ProviderRow).id,
  before: before && providerBody(before),
  after: after && providerBody(after),
})

/** Changes providers in one transaction; every process is notified after the commit. */
export const changeProviders = async (
  { runtime, tenantId, inTx }: Pick<Call, 'runtime' | 'tenantId' | 'inTx'>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx(work)
  runtime.notifications.publish('identity_providers', tenantId)
  return answer
}

export const requireProvider = (row: ProviderRow | undefined): ProviderRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`There is no identity provider with this id here; the list shows those there are.`,
  })
}

export const audienceTaken = (own: string): Problem =>
  new Problem('conflict', {
    detail: phrase`Somebody else has proven this issuer and audience already. Let it write an audience of your own, such as ${own}.`,
    errors: [{ field: 'audience', code: 'conflict', message: phrase`issuer and audience together are in use` }],
  })
