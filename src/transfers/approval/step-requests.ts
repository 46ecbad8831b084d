/** The two forms of approve, reject and send, brought into one: each transfer once, in the order named (docs/interface/transfers.md#approve-reject-and-send). */
import { type Static, Type } from 'typebox'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { DateTime, Int32, LongText, Nullable, Uuid } from '../../core/schema.ts'
import { ITEMS_MAX, TransferStatusEnum } from '../schemas/creation-schemas.ts'

const EXAMPLE_STEP = { transfer_ids: ['0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'] }
const Ids = Type.Optional(
  Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: ITEMS_MAX, description: 'Form 1' }),
)
const items = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: ITEMS_MAX, description: 'Form 2' }))

export const ApproveTransfers = Type.Object(
  {
    transfer_ids: Ids,
    remarks: Type.Optional(LongText(500, { description: 'Form 1' })),
    transfers: items(
      Type.Object(
        {
          transfer_id: Uuid,
          connector_account_id: Type.Optional(
            Type.String({ format: 'uuid', description: 'Replaces the source account' }),
          ),
          approval_note: Type.Optional(LongText(500)),
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
    reason: Type.Optional(LongText(500, { description: 'Form 1' })),
    transfers: items(
      Type.Object({ transfer_id: Uuid, rejection_reason: Type.Optional(LongText(500)) }, { $id: 'RejectItem' }),
    ),
  },
  { $id: 'RejectTransfers', description: 'One of the two forms', examples: [EXAMPLE_STEP] },
)
export const SendTransfers = Type.Object(
  {
    transfer_ids: Ids,
    transfers: items(Type.Object({ transfer_id: Uuid, notes: Type.Optional(LongText(500)) }, { $id: 'SendItem' })),
  },
  { $id: 'SendTransfers', description: 'One of the two forms', examples: [EXAMPLE_STEP] },
)
export type ApproveBody = Static<typeof ApproveTransfers>
export type RejectBody = Static<typeof RejectTransfers>
export type SendBody = Static<typeof SendTransfers>

export interface RequestedStep {
  readonly id: string
  readonly note: string | null
  /** Approve: the account it leaves from instead of the one it was made for. */
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

const SkippedRow = Type.Object({ id: Uuid, reason: Type.String(), message: Type.String() }, { $id: 'SkippedRow' })
export const ApproveResult = Type.Object(
  {
    approved: Type.Array(
      Type.Object({ id: Uuid, status: TransferStatusEnum, validate_date: DateTime }, { $id: 'ApprovedRow' }),
    ),
    skipped: Type.Array(SkippedRow),
    total_approved: Int32,
  },
  { $id: 'ApproveResult' },
)
export const RejectResult = Type.Object(
  {
    rejected: Type.Array(
      Type.Object(
        { id: Uuid, status: TransferStatusEnum, rejected_at: DateTime, rejected_by: Type.String() },
        { $id: 'RejectedRow' },
      ),
    ),
    skipped: Type.Array(SkippedRow),
    total_rejected: Int32,
  },
  { $id: 'RejectResult' },
)
export const SendResult = Type.Object(
  {
    sent: Type.Array(
      Type.Object(
        {
          id: Uuid,
          status: TransferStatusEnum,
          sent_date: Nullable(DateTime),
          processed_date: Nullable(DateTime),
          receipt_no: Nullable(Type.String()),
        },
        { $id: 'SentRow' },
      ),
    ),
    skipped: Type.Array(SkippedRow),
    total_sent: Int32,
  },
  { $id: 'SendResult' },
)
