/**
 * Unifies the two forms of approve, reject and send: each transfer once, in the order named
 * (docs/interface/transfers.md#approve-reject-and-send).
 */
import { type Static, Type } from 'typebox'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { DateTime, described, Int32, LongText, Nullable, NullableText, Uuid } from '../../core/schema.ts'
import { ITEMS_MAX, TransferStatusEnum } from '../schemas/creation-schemas.ts'

const EXAMPLE_STEP = { transfer_ids: ['0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'] }
const Ids = Type.Optional(
  Type.Array(Type.String({ format: 'uuid' }), {
    minItems: 1,
    maxItems: ITEMS_MAX,
    description: 'Ids of the transfers, all with the same note; send either this or `transfers`.',
  }),
)
const items = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Optional(
    Type.Array(item, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'Transfers, each with a note of its own; send either this or `transfer_ids`.',
    }),
  )

export const ApproveTransfers = Type.Object(
  {
    transfer_ids: Ids,
    remarks: Type.Optional(
      LongText(500, { description: 'Note on the approval, stored with each transfer; with `transfer_ids`.' }),
    ),
    transfers: items(
      Type.Object(
        {
          transfer_id: described(Uuid, 'Id of the transfer to approve.'),
          connector_account_id: Type.Optional(
            Type.String({
              format: 'uuid',
              description: 'Id of the source account that the money leaves from instead of the requested one.',
            }),
          ),
          approval_note: Type.Optional(
            LongText(500, { description: 'Note on the approval, stored with the transfer.' }),
          ),
        },
        { $id: 'ApproveItem' },
      ),
    ),
  },
  { $id: 'ApproveTransfers', description: 'One of the two forms', examples: [EXAMPLE_STEP] },
)
export const RejectTransfers = Type.Object(
  {
    transfer_ids: Ids,
    reason: Type.Optional(
      LongText(500, { description: 'Reason of the rejection, stored with each transfer; with `transfer_ids`.' }),
    ),
    transfers: items(
      Type.Object(
        {
          transfer_id: described(Uuid, 'Id of the transfer to reject.'),
          rejection_reason: Type.Optional(
            LongText(500, { description: 'Reason of the rejection, stored with the transfer.' }),
          ),
        },
        { $id: 'RejectItem' },
      ),
    ),
  },
  { $id: 'RejectTransfers', description: 'One of the two forms', examples: [EXAMPLE_STEP] },
)
export const SendTransfers = Type.Object(
  {
    transfer_ids: Ids,
    transfers: items(
      Type.Object(
        {
          transfer_id: described(Uuid, 'Id of the transfer to send.'),
          notes: Type.Optional(LongText(500, { description: 'Note on the sending, stored with the transfer.' })),
        },
        { $id: 'SendItem' },
      ),
    ),
  },
  { $id: 'SendTransfers', description: 'One of the two forms', examples: [EXAMPLE_STEP] },
)
export type ApproveBody = Static<typeof ApproveTransfers>
export type RejectBody = Static<typeof RejectTransfers>
export type SendBody = Static<typeof SendTransfers>

export interface RequestedStep {
  readonly id: string
  readonly note: string | null
  /** For approval: the account that pays instead of the one the transfer was created for. */
  readonly sourceAccountId: string | null
}

export const parseApprovals = (body: ApproveBody): RequestedStep[] =>
  parseSteps(
    body,
    body.remarks,
    body.transfers?.map((item) => ({
      id: item.transfer_id,
      note: item.approval_note ?? null,
      sourceAccountId: item.connector_account_id ?? null,
    })),
  )
export const parseRejections = (body: RejectBody): RequestedStep[] =>
  parseSteps(
    body,
    body.reason,
    body.transfers?.map((item) => ({
      id: item.transfer_id,
      note: item.rejection_reason ?? null,
      sourceAccountId: null,
    })),
  )
export const parseSendings = (body: SendBody): RequestedStep[] =>
  parseSteps(
    body,
    undefined,
    body.transfers?.map((item) => ({ id: item.transfer_id, note: item.notes ?? null, sourceAccountId: null })),
  )

const parseSteps = (
  { transfer_ids }: { transfer_ids?: string[] },
  note: string | undefined,
  items: RequestedStep[] | undefined,
): RequestedStep[] => {
  if ((transfer_ids === undefined) === (items === undefined))
    throw new Problem('bad_request', {
      detail: phrase`Send either transfer_ids or transfers, one of the two forms.`,
      errors: [{ field: 'transfer_ids', code: 'mismatch', message: phrase`one of transfer_ids and transfers` }],
    })
  const all = items ?? (transfer_ids as string[]).map((id) => ({ id, note: note ?? null, sourceAccountId: null }))
  return [...new Map(all.map((step) => [step.id.toLowerCase(), { ...step, id: step.id.toLowerCase() }])).values()]
}

const SkippedRow = Type.Object(
  {
    id: described(Uuid, 'Id of the transfer that was skipped.'),
    reason: Type.String({ description: 'Reason code why the transfer was skipped, such as already_approved.' }),
    message: Type.String({ description: 'Explanation of the reason, for people.' }),
  },
  { $id: 'SkippedRow' },
)
export const ApproveResult = Type.Object(
  {
    approved: Type.Array(
      Type.Object(
        {
          id: described(Uuid, 'Id of the approved transfer.'),
          status: described(TransferStatusEnum, 'Status of the transfer after the approval.'),
          validate_date: described(DateTime, 'Time at which the transfer was approved.'),
        },
        { $id: 'ApprovedRow' },
      ),
      { description: 'Transfers that were approved.' },
    ),
    skipped: Type.Array(SkippedRow, { description: 'Transfers that were left as they are, with the reason.' }),
    total_approved: described(Int32, 'Number of transfers that were approved.'),
  },
  { $id: 'ApproveResult' },
)
export const RejectResult = Type.Object(
  {
    rejected: Type.Array(
      Type.Object(
        {
          id: described(Uuid, 'Id of the rejected transfer.'),
          status: described(TransferStatusEnum, 'Status of the transfer after the rejection.'),
          rejected_at: described(DateTime, 'Time at which the transfer was rejected.'),
          rejected_by: Type.String({ description: 'Id of the user or API key that rejected the transfer.' }),
        },
        { $id: 'RejectedRow' },
      ),
      { description: 'Transfers that were rejected.' },
    ),
    skipped: Type.Array(SkippedRow, { description: 'Transfers that were left as they are, with the reason.' }),
    total_rejected: described(Int32, 'Number of transfers that were rejected.'),
  },
  { $id: 'RejectResult' },
)
export const SendResult = Type.Object(
  {
    sent: Type.Array(
      Type.Object(
        {
          id: described(Uuid, 'Id of the transfer that is sent.'),
          status: described(TransferStatusEnum, 'Status of the transfer at the time of the answer.'),
          sent_date: described(Nullable(DateTime), 'Time at which the transfer was handed to the bank; null before.'),
          processed_date: described(
            Nullable(DateTime),
            'Time at which the bank completed or refused the transfer; null before.',
          ),
          receipt_no: NullableText('Receipt number the bank gave the transfer; null before the bank gave one.'),
        },
        { $id: 'SentRow' },
      ),
      { description: 'Transfers that were handed over for sending.' },
    ),
    skipped: Type.Array(SkippedRow, { description: 'Transfers that were left as they are, with the reason.' }),
    total_sent: described(Int32, 'Number of transfers that were handed over for sending.'),
  },
  { $id: 'SendResult' },
)
