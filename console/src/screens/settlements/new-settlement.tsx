/** A settlement entered by hand, for payments the platform did not process. */
import type { ReactNode } from 'react'
import type { CreateSettlement } from '../../../../sdk/src/generated/cards.ts'
import { postSettlements } from '../../generated/operations.ts'
import type { Member } from '../../parts/record/members.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { HAND_TEXTS } from './texts.ts'

export const NewSettlement = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(HAND_TEXTS)
  const members = useMembers()
  return (
    <RecordDialog
      operation={postSettlements}
      title={words.add}
      hint={words.hint}
      submit={words.make}
      members={members}
      keeps={{ currency: 'TRY' }}
      onClose={onClose}
    />
  )
}

const useMembers = (): readonly Member<CreateSettlement>[] => {
  const words = useTexts(HAND_TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  return [
    { name: 'merchant_id', label: common.merchant, kind: 'pick', isRequired: true, options: useMerchantOptions() },
    { name: 'period_start', label: words.from, kind: 'date', isRequired: true },
    { name: 'period_end', label: words.until, kind: 'date', isRequired: true },
    { name: 'bank_code', label: `${record.bank} (${record.code})`, maxLength: 10 },
    { name: 'gross_amount', label: words.gross, kind: 'amount' },
    { name: 'refund_amount', label: words.refunds, kind: 'amount' },
    { name: 'bank_commission', label: words.bankShare, kind: 'amount' },
    { name: 'platform_commission', label: words.platformShare, kind: 'amount' },
    { name: 'transaction_count', label: words.sales, kind: 'count' },
    { name: 'refund_count', label: words.refundCount, kind: 'count' },
    { name: 'bank_reference', label: words.bankReference, maxLength: 100 },
    { name: 'notes', label: common.note, kind: 'long', maxLength: 500 },
  ]
}
