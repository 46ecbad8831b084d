/** The receipt of a payment, the same on paper and on screen; the print style leaves everything else out. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { installmentsText } from '../../format/money.ts'
import { getTransactionsById } from '../../generated/operations.ts'
import { Icon } from '../../parts/icon.tsx'
import { Facts, Page } from '../../parts/page.tsx'
import { PaymentStatus } from '../../parts/payment-status.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { cardText } from './card-text.ts'
import { conversionRows } from './conversion-facts.tsx'
import { TEXTS } from './texts.ts'

const Receipt = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const { tenant } = useMe()
  const { id } = useParams({ strict: false }) as { id: string }
  const payment = useRead(getTransactionsById, { path: { id } })
  return (
    <Page
      title={words.receiptTitle}
      back={{ to: `/payments/${id}`, text: words.payment }}
      actions={
        <button type="button" className="button primary" onClick={() => window.print()}>
          <Icon name="print" />
          {common.print}
        </button>
      }
    >
      <Reading of={payment}>
        {(read) => (
          <article className="receipt">
            <h2>{read.merchant_name ?? tenant.name}</h2>
            <p className="receipt-total">
              <Amount minor={read.amount} currency={read.currency} />
            </p>
            <PaymentStatus of={read} />
            <Facts
              rows={[
                [common.time, <Time key="t" at={read.completed_at ?? read.created} />],
                ...conversionRows(words, read, locale),
                [words.order, read.external_id],
                [words.card, cardText(read)],
                [words.holder, read.card_holder_name],
                [
                  words.installments,
                  read.installment_count > 1
                    ? installmentsText(read.amount, read.installment_count, read.currency ?? 'TRY', locale)
                    : words.once,
                ],
                [
                  words.net,
                  read.net_amount === read.amount ? null : (
                    <Amount key="n" minor={read.net_amount} currency={read.currency} />
                  ),
                ],
                [words.authCode, read.auth_code],
                [words.rrn, read.rrn],
                [common.id, <code key="i">{read.id}</code>],
              ]}
            />
            <p className="quiet small">{words.thanks}</p>
          </article>
        )}
      </Reading>
    </Page>
  )
}

export default Receipt
