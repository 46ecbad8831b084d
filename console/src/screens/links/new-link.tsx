/** Creates a payment link and shows it: to copy, to open, to scan. */
import type { ReactNode } from 'react'
import type { OrderLink, PaymentResult } from '../../../../sdk/src/generated/cards.ts'
import { postPaymentsOrderLink } from '../../generated/operations.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { To } from '../../parts/link.tsx'
import { Facts } from '../../parts/page.tsx'
import { MakeDialog } from '../../parts/record/make-dialog.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { Qr } from '../../parts/record/qr.tsx'
import { Id, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const CURRENCY = 'TRY'

export const NewLink = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const members: readonly Member<OrderLink>[] = [
    { name: 'amount', label: common.amount, kind: 'amount', currency: CURRENCY, isRequired: true },
    { name: 'description', label: words.description, hint: words.descriptionHint, maxLength: 500 },
    { name: 'external_id', label: words.order, maxLength: 100 },
    { name: 'installment', label: words.highest, kind: 'count' },
    { name: 'return_url', label: words.returnTo, hint: words.returnHint, isRequired: true },
    { name: 'customer_email', label: words.email, maxLength: 200 },
    { name: 'customer_phone', label: words.phone, maxLength: 40 },
  ]
  return (
    <MakeDialog
      operation={postPaymentsOrderLink}
      members={members}
      keeps={{ currency: CURRENCY }}
      title={words.makeTitle}
      hint={words.madeHint}
      submit={words.make}
      said={words.made}
      onClose={onClose}
    >
      {(made, again) => <Made of={made} onClose={onClose} onAnother={again} />}
    </MakeDialog>
  )
}

const Made = ({
  of,
  onClose,
  onAnother,
}: {
  of: PaymentResult
  onClose: () => void
  onAnother: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const link = of.extra_properties?.payment_link ?? ''
  return (
    <Dialog title={words.made} isOpen onClose={onClose} isFirm>
      <p>{words.madeHint}</p>
      <Qr text={link} label={words.qr} />
      <Facts
        rows={[
          [words.link, <Id key="l" value={link} label={words.link} />],
          [words.until, of.extra_properties?.expires_at && <Time key="u" at={of.extra_properties.expires_at} />],
          [
            words.payment,
            <To key="p" to={`/payments/${of.transaction_id}`} onClick={onClose}>
              {words.payment}
            </To>,
          ],
        ]}
      />
      <div className="form-end">
        <button type="button" className="button" onClick={onAnother}>
          {words.another}
        </button>
        <a className="button" href={link} target="_blank" rel="noreferrer">
          {words.open}
        </a>
        <button type="button" className="button primary" onClick={onClose}>
          {common.close}
        </button>
      </div>
    </Dialog>
  )
}
