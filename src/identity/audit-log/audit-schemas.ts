/** Shapes of the audit log. */
import { type Static, Type } from 'typebox'
import { pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int64, Nullable, Uuid } from '../../core/schema.ts'

const AuditOutcome = Enum('AuditOutcome', ['done', 'refused'] as const)
const filter = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }))

export const AuditQuery = Type.Object({
  ...pageQuery,
  actor: filter('`sub` of a token, or the claimed id'),
  operation: filter('Such as `POST /api/v1/connectors`, as the API documents spell it'),
  kind: filter('Such as connector or api_key'),
  target_id: filter('Id of what was changed'),
  outcome: Type.Optional(AuditOutcome),
  from_date: Type.Optional(DateTime),
  to_date: Type.Optional(DateTime),
  correlation_id: filter('X-Correlation-Id of the call'),
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'In actor, operation, kind, target and code' }),
  ),
})
export type AuditFilters = Static<typeof AuditQuery>

export const PlatformAuditQuery = Type.Object({
  ...AuditQuery.properties,
  tenant_id: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: "One chain: a tenant's, or the platform's own" }),
  ),
})

const MaybeText = (description: string) => Nullable(Type.String({ description }))
const State = (description: string) =>
  Nullable(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, description }))

const AuditEntrySchema = Type.Object(
  {
    tenant_id: Type.Unsafe<string>({ ...Uuid, description: 'Whose chain it stands in' }),
    seq: Type.Unsafe<number>({ ...Int64, description: 'Number in the chain, from 1 without gaps' }),
    at: DateTime,
    actor: MaybeText('`sub` of the token, or the claimed id; null when none was sent'),
    realm: MaybeText('Realm of the actor; `master` where the platform acted on a tenant'),
    operation: Type.String({ description: 'Such as `POST /api/v1/connectors`' }),
    outcome: AuditOutcome,
    code: MaybeText('Of the problem, when it was refused'),
    kind: MaybeText('What was changed, such as connector'),
    target_id: MaybeText('Id of what was changed'),
    merchant_id: MaybeText('Merchant of the call'),
    correlation_id: MaybeText('X-Correlation-Id of the call'),
    address: MaybeText('Address of the caller'),
    repeats: Type.Integer({
      format: 'int32',
      description: 'Refusals alike it stands for; more than 1: as many again within the minute after an entry like it',
    }),
    before: State('What changed as it was, masked; null when it was not there or nothing is known of it'),
    after: State('What changed as it is then, masked; null when it is gone'),
    previous_hash: Type.String({ description: 'Hash of the entry before it, hex; zeros for the first' }),
    hash: Type.String({ description: 'Hash over the entry and the hash of the one before it, hex' }),
  },
  { $id: 'AuditEntry' },
)
export const AuditEntryPage = pageSchema(AuditEntrySchema, 'AuditEntryPage')
