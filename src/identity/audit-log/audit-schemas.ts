/** Shapes of the audit log. */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, Int64, Nullable, Uuid } from '../../core/schema.ts'

const AuditOutcome = Enum('AuditOutcome', ['done', 'refused'] as const)
const filter = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))

export const AuditQuery = Type.Object({
  ...pageQuery,
  actor: filter('Only entries of the actor with this id: `sub` of the token, or the claimed id.'),
  operation: filter(
    'Only entries of this operation, such as `POST /api/v1/connectors`, as the API documents spell it.',
  ),
  kind: filter('Only entries about this kind of resource, such as connector or api_key.'),
  target_id: filter('Only entries about the resource with this id.'),
  outcome: Type.Optional(described(AuditOutcome, 'Only entries with this outcome.')),
  from_date: Type.Optional(described(DateTime, 'Only entries of this time or later.')),
  to_date: Type.Optional(described(DateTime, 'Only entries of this time or earlier.')),
  correlation_id: filter('Only entries of the call with this X-Correlation-Id.'),
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in actor, operation, kind, target and code.' }),
  ),
})
export type AuditFilters = Static<typeof AuditQuery>

export const PlatformAuditQuery = Type.Object({
  ...AuditQuery.properties,
  tenant_id: Type.Optional(described(Uuid, 'Only the chain of the tenant with this id, or of the platform itself.')),
})

const MaybeText = (description: string) => Nullable(Type.String({ description }))
const State = (description: string) =>
  Nullable(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, description }))

const AuditEntrySchema = Type.Object(
  {
    tenant_id: described(Uuid, 'Id of the tenant in whose chain the entry stands.'),
    seq: described(Int64, 'Number of the entry in its chain, from 1 without gaps.'),
    at: described(DateTime, 'Time at which the entry was written.'),
    actor: MaybeText('Id of the actor: `sub` of the token, or the claimed id; null when none was sent.'),
    realm: MaybeText('Realm of the actor; `master` when the platform acted on a tenant, null when none is known.'),
    operation: Type.String({ description: 'Operation that was called, such as `POST /api/v1/connectors`.' }),
    outcome: described(AuditOutcome, 'Outcome of the call.'),
    code: MaybeText('Code of the problem with which the call was refused; null when it was not.'),
    kind: MaybeText('Kind of resource that was changed, such as connector; null when there was none.'),
    target_id: MaybeText('Id of the resource that was changed; null when there was none.'),
    merchant_id: MaybeText('Id of the merchant that the call was made for; null when there was none.'),
    correlation_id: MaybeText('X-Correlation-Id of the call; null when there was none.'),
    address: MaybeText('Network address of the caller; null when it is not known.'),
    repeats: Type.Integer({
      format: 'int32',
      description:
        'Number of equal refusals that the entry stands for; more than 1 when as many more came within the minute after an equal entry.',
    }),
    before: State(
      'Resource as it was before the change, masked; null when it did not exist or nothing is known of it.',
    ),
    after: State('Resource as it was after the change, masked; null when it was removed.'),
    previous_hash: Type.String({
      description: 'Hash of the previous entry of the chain, as hex; zeros for the first.',
    }),
    hash: Type.String({ description: 'Hash over the entry and the hash of the previous one, as hex.' }),
  },
  { $id: 'AuditEntry' },
)
export const AuditEntryPage = pageSchema(AuditEntrySchema, 'AuditEntryPage')
