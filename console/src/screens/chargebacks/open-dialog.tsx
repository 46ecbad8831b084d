/** Opens a chargeback that is in no file. */
import type { ReactNode } from 'react'
import type { CreateChargeback } from '../../../../sdk/src/generated/cards.ts'
import { useMe } from '../../api/me.ts'
import { startOfDay } from '../../format/time.ts'
import { postChargebacks } from '../../generated/operations.ts'
import { buildBody, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

export const OpenDialog = ({
  onClose,
  onOpened,
}: {
  onClose: () => void
  onOpened: (id: string) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const { zone } = useMe()
  const members: readonly Member<CreateChargeback>[] = [
    { name: 'transaction_id', label: words.paymentId, isRequired: true, maxLength: 36 },
    { name: 'amount', label: common.amount, kind: 'amount', isRequired: true },
    { name: 'reason', label: common.reason, maxLength: 500 },
    { name: 'reason_code', label: words.reasonCode, maxLength: 50 },
    { name: 'bank_reference_no', label: words.bankReference, maxLength: 100 },
    { name: 'response_deadline', label: words.deadline, kind: 'date' },
    { name: 'notes', label: common.note, kind: 'long', maxLength: 1000 },
  ]
  return (
    <WriteDialog
      operation={postChargebacks}
      inputOf={(values) => {
        const { response_deadline: until, ...rest } = buildBody<CreateChargeback>(members, values, locale)
        return { body: { ...rest, ...(until ? { response_deadline: startOfDay(until, zone) } : {}) } }
      }}
      title={words.openTitle}
      hint={words.openHint}
      submit={words.open}
      fields={listNames(members)}
      said={words.opened}
      onClose={onClose}
      onDone={({ id }) => onOpened(id)}
    >
      <Members members={members} />
    </WriteDialog>
  )
}
