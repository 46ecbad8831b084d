/** Schemas of operations whose outcome no bank can report. */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AuthCode, HostReference, ProviderTransactionId } from '../../core/members/card-members.ts'
import { ConnectorCode, Currency, MerchantId } from '../../core/members/record-members.ts'
import { AnyOf, listQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, described, Enum, LongText, Nullable, NullableText, Uuid } from '../../core/schema.ts'

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
  status: AnyOf(UnresolvedStatusName, 'Only operations in any of these statuses.'),
  transaction_id: Type.Optional(described(Uuid, 'Only operations of the payment with this id.')),
})
export type UnresolvedFilters = Static<typeof UnresolvedQuery>

export const ProposeOutcome = Type.Object(
  {
    outcome: described(KnownOutcomeName, 'Outcome that was found at the bank.'),
    note: Type.Unsafe<string>({
      ...LongText(500),
      minLength: 1,
      description: 'Explanation of what was found at the bank, and where.',
    }),
    provider_transaction_id: Type.Optional(
      LongText(64, { description: "The bank's own id of the payment, as found at the bank." }),
    ),
    auth_code: Type.Optional(LongText(16, { description: 'Authorization code of the bank, as found at the bank.' })),
    host_reference: Type.Optional(
      LongText(64, { description: "Reference number of the bank's host, as found at the bank." }),
    ),
  },
  { $id: 'ProposeOutcome' },
)
export type ProposeBody = Static<typeof ProposeOutcome>

export const ConfirmOutcome = Type.Object(
  {
    outcome: described(KnownOutcomeName, 'Outcome that was proposed, repeated to confirm it.'),
    change_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Id of the proposal as it was read; when another one has been made since, the call is refused with 409. Required in production.',
      }),
    ),
  },
  { $id: 'ConfirmOutcome' },
)
export type ConfirmBody = Static<typeof ConfirmOutcome>

export const UnresolvedOperation = Type.Object(
  {
    id: described(Uuid, 'Id of the unresolved operation.'),
    transaction_id: described(Uuid, 'Id of the payment whose outcome is unknown.'),
    merchant_id: MerchantId,
    kind: described(
      Enum('UnresolvedKind', OPERATION_KINDS),
      'Kind of the operation whose outcome is unknown, such as sale or refund.',
    ),
    reason: described(Enum('UnresolvedReason', REASONS), 'Reason why the outcome is unknown.'),
    status: described(UnresolvedStatusName, 'Status of the unresolved operation.'),
    amount: Type.Integer({
      format: 'int64',
      description: 'Amount of the operation in minor units (kuruş): 12990 is 129.90 TRY.',
    }),
    currency: Currency,
    connector_configuration_id: described(
      Uuid,
      'Id of the connector configuration that the operation was sent through.',
    ),
    connector_code: ConnectorCode,
    bank_reference: Type.String({ description: 'Reference under which the bank would know the operation.' }),
    waiting_since: described(DateTime, 'Time since which the outcome is unknown.'),
    change_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the proposal, to be named when it is confirmed; null when nothing is proposed.',
      }),
    ),
    proposed_outcome: described(
      Nullable(KnownOutcomeName),
      'Proposed outcome, which waits for a second person; null when none is proposed.',
    ),
    proposed_by: NullableText('Id of the user that proposed the outcome; null when none is proposed.'),
    proposed_at: described(Nullable(DateTime), 'Time at which the outcome was proposed; null when none is proposed.'),
    note: NullableText('Explanation of the proposal; null when none is proposed.'),
    provider_transaction_id: ProviderTransactionId,
    auth_code: AuthCode,
    host_reference: HostReference,
    confirmed_by: NullableText('Id of the second person that confirmed the outcome; null before.'),
    confirmed_at: described(Nullable(DateTime), 'Time at which the outcome was confirmed; null before.'),
    outcome: described(Nullable(KnownOutcomeName), 'Outcome of the operation; null while it is unknown.'),
    resolved_by: described(
      Nullable(Enum('ResolvedBy', ['people', 'bank'] as const)),
      "Source of the outcome: people who confirmed it, or the bank's answer; null while it is unknown.",
    ),
    resolved_at: described(Nullable(DateTime), 'Time at which the outcome became known; null before.'),
  },
  { $id: 'UnresolvedOperation' },
)
export const UnresolvedPage = pageSchema(UnresolvedOperation, 'UnresolvedOperationPage')
