/** One checkout session: the amount to pay, the number of attempts, and its latest payment. */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CheckoutSession } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { amountText } from '../../format/money.ts'
import { getCheckoutSessionsBySessionId } from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Amount, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const SessionDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const session = useRead(getCheckoutSessionsBySessionId, { path: { session_id: id } })
  const { data } = session
  return (
    <Page
      title={
        data ? words.ofAmount(`${amountText(data.amount, data.currency, locale)} ${data.currency}`) : words.session
      }
      beside={data && <Status value={data.status} />}
      hint={<Id value={id} label={words.session} />}
      back={{ to: '/checkout-sessions', text: words.all }}
    >
      <Reading of={session}>{(read) => <About of={read} />}</Reading>
    </Page>
  )
}

const About = ({ of }: { of: CheckoutSession }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const count = (value: number): string => value.toLocaleString(locale)
  return (
    <Card title={words.session} className="narrow">
      <Facts
        rows={[
          [common.amount, <Amount key="a" minor={of.amount} currency={of.currency} />],
          [common.merchant, of.merchant_name ?? of.external_merchant_id],
          [words.description, of.description],
          [words.order, of.external_id && <Id key="o" value={of.external_id} />],
          [words.basket, of.basket_id],
          [words.mode, words[of.payment_mode]],
          [words.installments, of.allowed_installments.map(count).join(', ')],
          [words.tries, words.triesOf(count(of.attempt_count), count(of.max_attempts))],
          [
            words.payment,
            of.transaction_id && (
              <To key="p" to={`/payments/${of.transaction_id}`}>
                {words.payment}
              </To>
            ),
          ],
          [words.created, <Time key="c" at={of.created_at} />],
          [words.until, <Time key="u" at={of.expires_at} />],
          [words.email, of.customer_email],
          [words.phone, of.customer_phone],
          [words.success, of.success_url && <code key="s">{of.success_url}</code>],
          [words.cancelled, of.cancel_url && <code key="n">{of.cancel_url}</code>],
          [
            words.metadata,
            of.metadata &&
              Object.entries(of.metadata)
                .map(([name, value]) => `${name}=${value}`)
                .join(', '),
          ],
          [common.status, of.is_test_session ? words.test : null],
        ]}
      />
    </Card>
  )
}

export default SessionDetail
