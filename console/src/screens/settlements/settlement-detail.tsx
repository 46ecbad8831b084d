/** One settlement: how it adds up, when the bank pays, its lines, and its state. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Settlement } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { day } from '../../format/time.ts'
import { getSettlementsById, postSettlementsByIdConfirm, putSettlementsByIdStatus } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { CalendarDays } from '../../parts/record/calendar-day.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Actor, Amount, Id, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { SettlementLines } from './settlement-lines.tsx'
import { SETTLEMENT_STATUSES } from './settlement-list.tsx'
import { TEXTS } from './texts.ts'

const SettlementDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const [open, setOpen] = useState<'status' | 'confirm' | null>(null)
  const settlement = useRead(getSettlementsById, { path: { id } })
  const { data } = settlement
  return (
    <Page
      title={data?.merchant_name ? words.ofMerchant(data.merchant_name) : words.settlement}
      beside={data && <Status value={data.status} />}
      hint={data && <Id value={data.id} label={words.settlement} />}
      back={{ to: '/settlements', text: words.all }}
      actions={
        data && (
          <>
            {data.awaits === 'confirmation' && <ConfirmAction of={data} onPress={() => setOpen('confirm')} />}
            <Action
              operation={putSettlementsByIdStatus}
              reason={data.status === 'settled' ? words.closedAlready : null}
              onPress={() => setOpen('status')}
              kind={data.awaits === 'confirmation' ? 'plain' : 'primary'}
            >
              {words.say}
            </Action>
          </>
        )
      }
    >
      <Reading of={settlement} lines={10}>
        {(read) => (
          <>
            <div className="overview">
              <Sum of={read} />
              <About of={read} />
              {read.value_dates.length > 0 && (
                <Card title={words.valueDates}>
                  <Facts
                    rows={read.value_dates.map(({ value_date: date, amount }) => [
                      date === null ? words.someday : day(`${date.slice(0, 10)}T00:00:00Z`, locale, 'UTC'),
                      <Amount key={date} minor={amount} currency={read.currency} />,
                    ])}
                  />
                </Card>
              )}
            </div>
            <SettlementLines id={read.id} currency={read.currency} />
          </>
        )}
      </Reading>
      {open === 'status' && data && <StatusDialog of={data} onClose={() => setOpen(null)} />}
      {open === 'confirm' && data && <ConfirmDialog of={data} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** Rows with a zero amount are left out, except the first and the last. */
const Sum = ({ of }: { of: Settlement }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const row = (name: string, minor: number, isAlways = false): readonly [string, ReactNode] => [
    name,
    minor !== 0 || isAlways ? <Amount key={name} minor={minor} currency={of.currency} /> : null,
  ]
  return (
    <Card title={words.sum}>
      <Facts
        rows={[
          row(words.gross, of.gross_amount, true),
          row(words.adjustment, of.adjustment_amount),
          row(words.refunds, -of.refund_amount),
          row(words.chargebacks, -of.chargeback_amount),
          row(words.bankCommission, -of.bank_commission),
          row(words.bankTax, -of.bank_tax),
          row(words.platformCommission, -of.platform_commission),
          row(words.platformTax, -of.platform_tax),
          row(words.net, of.net_amount, true),
          row(words.reserve, -of.reserve_amount),
          row(words.reserveReleased, of.reserve_released),
          row(words.carriedIn, of.carried_in),
          row(words.carriedOut, of.carried_out),
          [
            words.payout,
            <strong key="p">
              <Amount minor={of.payout_amount} currency={of.currency} />
            </strong>,
          ],
          [
            words.transactions,
            words.counted(of.transaction_count.toLocaleString(locale), of.refund_count.toLocaleString(locale)),
          ],
        ]}
      />
    </Card>
  )
}

const About = ({ of }: { of: Settlement }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <Card title={words.about}>
      {of.is_correction && <p className="notice waits">{words.correction}</p>}
      {of.awaits !== null && <p className="notice waits">{words[of.awaits]}</p>}
      <Facts
        rows={[
          [words.askedBy, of.asked_by && <Actor key="a" id={of.asked_by} />],
          [words.confirmedBy, of.confirmed_by && <Actor key="f" id={of.confirmed_by} />],
          [words.settledBy, of.settled_by && <Actor key="w" id={of.settled_by} />],
          [words.period, <CalendarDays key="d" from={of.period_start} to={of.period_end} />],
          [words.bank, of.bank_code],
          [words.settledAt, of.settled_at && <Time key="s" at={of.settled_at} />],
          [words.completedAt, of.completed_at && <Time key="c" at={of.completed_at} />],
          [words.bankReference, of.bank_reference && <Id key="b" value={of.bank_reference} />],
          [
            words.reconciliation,
            of.reconciliation_id && (
              <To key="r" to={`/reconciliations/${of.reconciliation_id}`}>
                {words.reconciliation}
              </To>
            ),
          ],
          [common.note, of.notes],
        ]}
      />
    </Card>
  )
}

/** The person who entered the amounts does not confirm them. */
const ConfirmAction = ({ of, onPress }: { of: Settlement; onPress: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { person } = useMe()
  return (
    <Action
      operation={postSettlementsByIdConfirm}
      reason={of.asked_by === person.id ? record.ownChange : null}
      onPress={onPress}
      kind="primary"
    >
      {words.confirmAmounts}
    </Action>
  )
}

const ConfirmDialog = ({ of, onClose }: { of: Settlement; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return (
    <WriteDialog
      operation={postSettlementsByIdConfirm}
      inputOf={() => ({ path: { id: of.id } })}
      title={words.confirmAmounts}
      hint={words.confirmHint}
      submit={record.confirm}
      said={record.confirmed}
      onClose={onClose}
    >
      <Sum of={of} />
    </WriteDialog>
  )
}

const StatusDialog = ({ of, onClose }: { of: Settlement; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  return (
    <RecordDialog
      operation={putSettlementsByIdStatus}
      path={{ id: of.id }}
      title={words.sayTitle}
      hint={of.awaits === 'settled' ? words.sayAgainHint : words.sayHint}
      of={{ status: 'settled', bank_reference: of.bank_reference }}
      members={[
        {
          name: 'status',
          label: common.status,
          kind: 'pick',
          isRequired: true,
          options: SETTLEMENT_STATUSES.filter((each) => each !== of.status).map((each) => [
            each,
            STATES[each]?.[language] ?? each,
          ]),
        },
        { name: 'bank_reference', label: words.bankReference, maxLength: 100 },
        { name: 'notes', label: common.note, kind: 'long', maxLength: 1000 },
      ]}
      onClose={onClose}
    />
  )
}

export default SettlementDetail
