/** Schemas of the payment query and history (docs/interface/cards.md#query-and-history). */
import { Type } from 'typebox'
import {
  AuthCode,
  CardHolderName,
  Cavv,
  Eci,
  HostReference,
  MaskedCardNumber,
  MdStatusOfBank,
  ProviderTransactionId,
  Xid,
} from '../../core/members/card-members.ts'
import {
  BankCode,
  ErrorCode,
  ErrorMessage,
  NullableCurrency,
  TransactionId,
} from '../../core/members/record-members.ts'
import { DateTime, described, Enum, Nullable, NullableText } from '../../core/schema.ts'
import { OperationTypeEnum } from '../model/payment-schemas.ts'
import { PAYMENT_STATES } from '../model/payment-states.ts'

export const TransactionStatus = Enum('TransactionStatus', PAYMENT_STATES)
const Amount = Type.Integer({ format: 'int64' })

const QueryDetail = Type.Object(
  {
    status: described(TransactionStatus, 'Status of the payment on this side.'),
    operation_type: described(
      Nullable(OperationTypeEnum),
      'Operation of the payment: sale or pre-authorization; null when this side does not tell.',
    ),
    amount: described(Amount, 'Amount of the payment in minor units (kuruş): 12990 is 129.90 TRY.'),
    net_amount: described(Amount, 'Amount that is left after refunds, in minor units.'),
    currency: NullableCurrency,
    installment_count: Type.Integer({ format: 'int32', description: 'Number of installments; 1 is a single payment.' }),
    is_3d_secure: Type.Boolean({ description: 'Whether the payment went through 3D Secure.' }),
    provider_transaction_id: ProviderTransactionId,
    auth_code: AuthCode,
    host_reference: HostReference,
    masked_card_number: MaskedCardNumber,
    card_brand: NullableText('Loyalty program of the card, such as Bonus; null when it is not known.'),
    card_holder_name: CardHolderName,
    bank_code: BankCode,
    transaction_status: NullableText("Status in the bank's own words; null in the records of the platform."),
    charge_type: NullableText(
      "Operation of this side's record: sale, pre_auth, post_auth, void or refund; null when it does not tell.",
    ),
    settlement_id: NullableText(
      'Id of the settlement at the bank; null in the records of the platform, and when the bank gives none.',
    ),
    captured_amount: described(Nullable(Amount), 'Amount that was captured in minor units; null when nothing was.'),
    error_code: ErrorCode,
    error_message: ErrorMessage,
    processed_at: described(
      Nullable(DateTime),
      'Time at which the bank processed the payment; null when it is not known.',
    ),
    completed_at: described(Nullable(DateTime), 'Time at which the payment reached its final status; null before.'),
    created_at: described(
      Nullable(DateTime),
      'Time at which the payment was created; null when this side does not tell.',
    ),
  },
  { $id: 'TransactionQueryDetail' },
)

export const TransactionQuery = Type.Object(
  {
    transaction_id: TransactionId,
    status: described(TransactionStatus, 'Status of the payment now.'),
    is_success: Type.Boolean({ description: 'Whether the payment succeeded.' }),
    message: NullableText('Outcome of the payment, for people; null when there is nothing to add.'),
    external_query_available: Type.Boolean({
      description: 'Whether the bank answered an inquiry about the payment; when false, `external` is null.',
    }),
    internal: described(Nullable(QueryDetail), "Payment in the platform's own records."),
    external: described(
      Nullable(QueryDetail),
      "Payment in the bank's records; null when the bank was not asked or did not answer.",
    ),
  },
  { $id: 'TransactionQuery' },
)

const HistoryEntry = Type.Object(
  {
    timestamp: described(DateTime, 'Time at which the step happened.'),
    status: NullableText('Status of the payment after the step; null when it is not known.'),
    previous_status: NullableText('Status of the payment before the step; null for the first step.'),
    charge_type: NullableText(
      'Operation of the step: sale, pre_auth, post_auth, void or refund; null when it is none of them.',
    ),
    message: NullableText('Remark on the step, for people; null when there is none.'),
    error_code: ErrorCode,
    error_message: ErrorMessage,
    provider_transaction_id: ProviderTransactionId,
    auth_code: AuthCode,
    host_reference: HostReference,
    order_id: NullableText('Order id under which the bank knows the payment; null when it is not known.'),
    settlement_id: NullableText(
      'Id of the settlement at the bank; null in the records of the platform, and when the bank gives none.',
    ),
    amount: described(Nullable(Amount), 'Amount of the step in minor units; null when it has none.'),
    md_status: MdStatusOfBank,
    cavv: Cavv,
    eci: Eci,
    xid: Xid,
  },
  { $id: 'OrderHistoryEntry' },
)

export const OrderHistory = Type.Object(
  {
    transaction_id: TransactionId,
    status: described(TransactionStatus, 'Status of the payment now.'),
    original_amount: described(
      Amount,
      'Amount that was charged at first, in minor units (kuruş): 12990 is 129.90 TRY.',
    ),
    net_amount: described(Amount, 'Amount that is left after refunds, in minor units.'),
    currency: NullableCurrency,
    is_success: Type.Boolean({ description: 'Whether the payment succeeded.' }),
    message: NullableText('Outcome of the payment, for people; null when there is nothing to add.'),
    provider_history_available: Type.Boolean({
      description: 'Whether the bank returned steps of the payment; when false, `external_history` is null.',
    }),
    internal_history: described(
      Nullable(Type.Array(HistoryEntry)),
      "Steps in the platform's own records, oldest first.",
    ),
    external_history: described(
      Nullable(Type.Array(HistoryEntry)),
      "Steps in the bank's records, oldest first; null when the bank returned none.",
    ),
  },
  { $id: 'OrderHistory' },
)
export const OrderIdQuery = Type.Object({
  order_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Order id under which the bank knows the payment, used when the bank is asked; callers bound to one merchant may name only orders of its own payments.',
    }),
  ),
})
