/** Shapes of operations whose outcome no bank can report (ours). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Uuid } from '../../core/schema.ts'

const text = Nullable(Type.String())

const KNOWN_OUTCOMES = ['booked', 'not_booked'] as const
export type KnownOutcome = (typeof KNOWN_OUTCOMES)[number]
const KnownOutcomeName = Enum('KnownOutcome', KNOWN_OUTCOMES)

const UNRESOLVED_STATUSES = ['waiting', 'proposed', 'confirmed', 'resolved'] as const
export type UnresolvedStatus = (typeof UNRESOLVED_STATUSES)[number]
const UnresolvedStatusName = Enum('UnresolvedStatus', UNRESOLVED_STATUSES)

const OPERATION_KINDS = ['sale', 'pre_auth', 'capture', 'void', 'refund'] as const
export type UnresolvedKind = (typeof OPERATION_KINDS)[number]
const REASONS = ['not_found', 'no_answer'] as const
export type UnresolvedReason = (typeof REASONS)[number]

export const UnresolvedQuery = Type.Object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  ...waitsForQuery,
  status: AnyOf(UnresolvedStatusName),
  transaction_id: Type.Optional(Uuid),
})
export type UnresolvedFilters = Static<typeof UnresolvedQuery>

export const ProposeOutcome = Type.Object(
  {
    outcome: KnownOutcomeName,
    note: Type.Unsafe<string>({ ...LongText(500), minLength: 1, description: 'What was found at the bank, and where' }),
    provider_transaction_id: Type.Optional(LongText(64)),
    auth_code: Type.Optional(LongText(16)),
    host_reference: Type.Optional(LongText(64)),
  },
  { $id: 'ProposeOutcome' },
)
export type ProposeBody = Static<typeof ProposeOutcome>

export const ConfirmOutcome = Type.Object(
  {
    outcome: Type.Unsafe<KnownOutcome>({ ...KnownOutcomeName, description: 'As it is proposed' }),
    change_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The proposal as it was read; another one by now: 409. Required in production',
      }),
    ),
  },
  { $id: 'ConfirmOutcome' },
)
export type ConfirmBody = Static<typeof ConfirmOutcome>

export const UnresolvedOperation = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    merchant_id: Uuid,
    kind: Enum('UnresolvedKind', OPERATION_KINDS),
    reason: Enum('UnresolvedReason', REASONS),
    status: UnresolvedStatusName,
    amount: Type.Integer({ format: 'int64', description: 'Minor units' }),
    currency: Type.String(),
    connector_configuration_id: Uuid,
    connector_code: Type.String(),
    bank_reference: Type.String({ description: 'Under which the bank would know it' }),
    waiting_since: DateTime,
    change_id: Nullable(
      Type.String({ format: 'uuid', description: 'Of what is proposed; whoever confirms it names it' }),
    ),
    proposed_outcome: Nullable(KnownOutcomeName),
    proposed_by: text,
    proposed_at: Nullable(DateTime),
    note: text,
    provider_transaction_id: text,
    auth_code: text,
    host_reference: text,
    confirmed_by: text,
    confirmed_at: Nullable(DateTime),
    outcome: Nullable(KnownOutcomeName),
    resolved_by: Nullable(Enum('ResolvedBy', ['people', 'bank'] as const)),
    resolved_at: Nullable(DateTime),
  },
  { $id: 'UnresolvedOperation' },
)
export const UnresolvedPage = pageSchema(UnresolvedOperation, 'UnresolvedOperationPage')
