/** One transfer: its source, its destination, who took which step, and the next step. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TransferDetail as Detail, TransferHistory } from '../../../../sdk/src/generated/transfers.ts'
import { buildAddress } from '../../api/call.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import { amountText } from '../../format/money.ts'
import { getTransfersById, getTransfersByIdReceiptDownload } from '../../generated/operations.ts'
import { Icon } from '../../parts/icon.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Actor, Amount, Id, Status, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'
import { type Step, StepOutcome, type StepResult, TransferSteps } from './transfer-steps.tsx'

type Words = Same<(typeof TEXTS)['en']>

const TransferDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const [result, setResult] = useState<StepResult | null>(null)
  const transfer = useRead(getTransfersById, { path: { id } })
  const { data } = transfer
  return (
    <Page
      title={
        data ? words.ofAmount(`${amountText(data.amount, data.currency, locale)} ${data.currency}`) : words.transfer
      }
      beside={data && <Status value={data.status} />}
      hint={data && <Id value={data.id} label={words.transfer} />}
      back={{ to: '/transfers', text: words.back }}
      actions={data && <Steps transfer={data} onDone={setResult} />}
    >
      <StepOutcome result={result !== null && result.skipped.length > 0 ? result : null} />
      <Reading of={transfer} lines={10}>
        {(read) => (
          <div className="columns">
            <TransferFacts transfer={read} />
            <Card title={words.timeline}>
              <History steps={read.history} />
            </Card>
          </div>
        )}
      </Reading>
    </Page>
  )
}

const Steps = ({ transfer, onDone }: { transfer: Detail; onDone: (result: StepResult) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { person } = useMe()
  const steps: readonly Step[] = transfer.status === 'approved' ? ['send'] : ['approve', 'reject', 'send']
  return (
    <>
      {isOpen(transfer) && (
        <TransferSteps
          ids={[transfer.id]}
          steps={steps}
          reasons={reasonsOf(transfer, person.id, words)}
          onDone={onDone}
        />
      )}
      {transfer.status === 'completed' && may(getTransfersByIdReceiptDownload) && (
        <a
          className="button"
          href={buildAddress(getTransfersByIdReceiptDownload, { path: { id: transfer.id } })}
          download
        >
          <Icon name="download" />
          {words.receipt}
        </a>
      )}
    </>
  )
}

const isOpen = ({ status }: Detail): boolean => status === 'pending' || status === 'approved'

/** The service decides who may take which step; reasons the page already knows are shown before. */
const reasonsOf = ({ status, history }: Detail, me: string, words: Words): Record<Step, string | null> => {
  const maker = history[0]?.actor
  const decide = status !== 'pending' ? words.pendingOnly : maker === me ? words.ownStep : null
  return {
    approve: decide,
    reject: status === 'pending' ? null : words.pendingOnly,
    send: status === 'approved' ? null : words.approvedOnly,
  }
}

const TransferFacts = ({ transfer }: { transfer: Detail }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const { receiver_account: to, success_sender_connector_account: sender } = transfer
  const from = sender ?? transfer.request_sender_connector_account
  return (
    <Card title={words.facts}>
      <Facts
        rows={[
          [common.amount, <Amount key="a" minor={transfer.amount} currency={transfer.currency} />],
          [
            words.fee,
            transfer.fee_amount > 0 && <Amount key="f" minor={transfer.fee_amount} currency={transfer.currency} />,
          ],
          [words.receiver, to?.holder_name],
          [words.iban, to?.iban ? <Id key="i" value={to.iban} /> : (to?.account_number ?? to?.masked_card_no)],
          [words.bank, to?.bank_name],
          [words.from, from && [from.holder_name, from.bank_name].filter(Boolean).join(' · ')],
          [words.sourceAccount, from?.iban && <Id key="s" value={from.iban} />],
          [words.way, words[transfer.success_transfer_type ?? transfer.request_transfer_type]],
          [words.description, transfer.description],
          [words.external, transfer.external_id && <Id key="e" value={transfer.external_id} />],
          [words.receiptNo, transfer.receipt_no && <Id key="r" value={transfer.receipt_no} />],
          [words.scheduled, <Time key="t" at={transfer.scheduled_date} />],
          [words.sent, transfer.sent_date && <Time key="n" at={transfer.sent_date} />],
          [words.made, <Time key="m" at={transfer.created} />],
          [words.tries, transfer.retry_count > 0 ? transfer.retry_count.toLocaleString(locale) : null],
          [
            words.error,
            transfer.error_code && (
              <span key="x">
                <code>{transfer.error_code}</code> {transfer.error_message}
              </span>
            ),
          ],
        ].map(([name, value]) => [name as string, value || null] as const)}
      />
    </Card>
  )
}

const History = ({ steps }: { steps: readonly TransferHistory[] }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <ol className="time-line">
      {steps.map((step) => (
        <li key={`${step.occurred_at}${step.new_status}`} className={step.new_status === 'failed' ? 'bad' : 'fine'}>
          <div className="step">
            <span className="step-icon">
              <Icon name={step.actor === null ? 'bank' : 'people'} />
            </span>
            <div className="step-body">
              <p className="step-head">
                {step.actor === null ? <span>{words.service}</span> : <Actor id={step.actor} />}
                <Time at={step.occurred_at} />
              </p>
              <p className="states">
                {step.previous_status !== null && (
                  <>
                    <Status value={step.previous_status} />
                    <Icon name="right" />
                  </>
                )}
                <Status value={step.new_status} />
              </p>
              {step.bank_response_code !== null && (
                <p className="quiet small">
                  <code>{step.bank_response_code}</code> {step.bank_response_message}
                </p>
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}

export default TransferDetail
