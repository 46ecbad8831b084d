/**
 * One payment: what it is, the possible actions, why it had this result, and everything that happened in one time line.
 */
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TransactionDetail } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { amountText, installmentsText } from '../../format/money.ts'
import {
  getPaymentsByTransactionIdQuery,
  getPaymentsByTransactionIdTrace,
  getRefunds,
  getTransactionsById,
} from '../../generated/operations.ts'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { PaymentStatus } from '../../parts/payment-status.tsx'
import { Part, Reading } from '../../parts/reading.tsx'
import { Amount, Id, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { BankView } from './bank-view.tsx'
import { cardText } from './card-text.ts'
import { conversionRows } from './conversion-facts.tsx'
import { Decision } from './decision.tsx'
import { PaymentActions } from './payment-actions.tsx'
import { TEXTS } from './texts.ts'
import { TimeLine } from './time-line.tsx'

const PaymentDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const may = useMay()
  const { id } = useParams({ strict: false }) as { id: string }
  const payment = useRead(getTransactionsById, { path: { id } })
  const trace = useRead(getPaymentsByTransactionIdTrace, { path: { transaction_id: id } })
  const { data } = payment
  return (
    <Page
      title={
        data
          ? words.ofAmount(`${amountText(data.amount, data.currency ?? 'TRY', locale)} ${data.currency}`)
          : words.payment
      }
      beside={data && <PaymentStatus of={data} />}
      hint={data && <Id value={data.id} label={words.payment} />}
      back={{ to: '/payments', text: words.back }}
      actions={
        data && (
          <>
            <PaymentActions payment={data} />
            {data.net_amount !== data.amount && may(getRefunds) && (
              <To to="/refunds" search={{ payment: id }} className="button">
                {words.itsRefunds}
              </To>
            )}
            <To to={`/payments/${id}/receipt`} className="button">
              <Icon name="print" />
              {words.receipt}
            </To>
          </>
        )
      }
    >
      <Reading of={payment} lines={10}>
        {(read) => (
          <div className="columns">
            <div className="wide-column">
              <Card title={words.timeline}>
                <Part of={trace} lines={8}>
                  {(answer) => <TimeLine events={answer.data.events} paymentId={read.id} />}
                </Part>
              </Card>
            </div>
            <div>
              <PaymentFacts payment={read} />
              <Card title={words.decision}>
                <Part of={trace}>{(answer) => <Decision payment={read} events={answer.data.events} />}</Part>
              </Card>
              {may(getPaymentsByTransactionIdQuery) && <BankView id={read.id} />}
            </div>
          </div>
        )}
      </Reading>
    </Page>
  )
}

const PaymentFacts = ({ payment }: { payment: TransactionDetail }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return (
    <Card title={words.facts}>
      <Facts
        rows={[
          [common.amount, <Amount key="a" minor={payment.amount} currency={payment.currency} />],
          [
            words.net,
            payment.net_amount === payment.amount ? null : (
              <Amount key="n" minor={payment.net_amount} currency={payment.currency} />
            ),
          ],
          ...conversionRows(words, payment, locale),
          [words.kind, words[payment.operation_type]],
          [
            words.installments,
            payment.installment_count > 1
              ? installmentsText(payment.amount, payment.installment_count, payment.currency ?? 'TRY', locale)
              : words.once,
          ],
          [words.order, payment.external_id && <Id key="o" value={payment.external_id} />],
          [common.merchant, payment.merchant_name ?? payment.external_merchant_id],
          [words.card, cardText(payment)],
          [words.holder, payment.card_holder_name],
          [words.issuer, payment.issuer_bank_name],
          [words.secure, payment.is_3d_secure ? words.yes : words.no],
          [words.created, <Time key="c" at={payment.created} />],
          [words.completedAt, payment.completed_at && <Time key="d" at={payment.completed_at} />],
          [words.authCode, payment.auth_code],
          [words.rrn, payment.rrn && <Id key="r" value={payment.rrn} />],
        ]}
      />
    </Card>
  )
}

export default PaymentDetail
