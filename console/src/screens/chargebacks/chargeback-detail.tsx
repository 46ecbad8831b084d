/** One chargeback: until when it has to be answered, with which documents, and how it ends. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Chargeback, ChargebackAction } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { amountText } from '../../format/money.ts'
import { getChargebacksById, putChargebacksByIdStatus } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { Actor, Amount, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { Deadline } from './chargeback-list.tsx'
import { Evidence } from './evidence.tsx'
import { TEXTS } from './texts.ts'

const ChargebackDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const chargeback = useRead(getChargebacksById, { path: { id } })
  const { data } = chargeback
  return (
    <Page
      title={
        data
          ? words.ofAmount(`${amountText(data.amount, data.currency ?? 'TRY', locale)} ${data.currency ?? 'TRY'}`)
          : words.chargeback
      }
      beside={data && <Status value={data.status} />}
      hint={data && <Id value={data.id} label={words.chargeback} />}
      back={{ to: '/chargebacks', text: words.all }}
      actions={data && <Decisions of={data} />}
    >
      <Reading of={chargeback} lines={8}>
        {(read) => (
          <div className="columns">
            <div className="wide-column">
              <Evidence id={read.id} isOpen={read.status === 'opened' || read.status === 'disputed'} />
              {read.merchant_response && (
                <Card title={words.response}>
                  <p>{read.merchant_response}</p>
                </Card>
              )}
            </div>
            <div>
              <About of={read} />
            </div>
          </div>
        )}
      </Reading>
    </Page>
  )
}

const About = ({ of }: { of: Chargeback }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <Card title={words.chargeback}>
      {of.awaits !== null && <p className="notice waits">{of.awaits === 'won' ? words.awaitsWon : words.awaitsLost}</p>}
      <Facts
        rows={[
          [words.askedBy, of.asked_by && <Actor key="s" id={of.asked_by} />],
          [words.deadline, <Deadline key="d" of={of} />],
          [common.amount, <Amount key="a" minor={of.amount} currency={of.currency} />],
          [words.ofPayment, <Amount key="t" minor={of.transaction_amount} currency={of.currency} />],
          [
            words.payment,
            <To key="p" to={`/payments/${of.transaction_id}`}>
              {words.payment}
            </To>,
          ],
          [common.merchant, of.merchant_name],
          [words.card, of.masked_card_number],
          [common.reason, of.reason],
          [words.reasonCode, of.reason_code && <code key="c">{of.reason_code}</code>],
          [words.bankReference, of.bank_reference_no && <Id key="b" value={of.bank_reference_no} />],
          [words.created, <Time key="o" at={of.created} />],
          [words.resolvedAt, of.resolved_at && <Time key="r" at={of.resolved_at} />],
          [common.note, of.notes],
        ]}
      />
    </Card>
  )
}

const DEEDS: Readonly<Record<ChargebackAction, readonly [`${ChargebackAction}Title`, `${ChargebackAction}Hint`]>> = {
  dispute: ['disputeTitle', 'disputeHint'],
  win: ['winTitle', 'winHint'],
  lose: ['loseTitle', 'loseHint'],
}
const SAID = { dispute: 'disputed', win: 'won', lose: 'lost' } as const

const Decisions = ({ of }: { of: Chargeback }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const [deed, setDeed] = useState<ChargebackAction | null>(null)
  const ended = of.status === 'won' || of.status === 'lost' ? words.ended : null
  const reasonOf = (each: ChargebackAction): string | null =>
    ended ?? (each === 'dispute' && of.status === 'disputed' ? words.disputedAlready : null)
  return (
    <>
      {(['dispute', 'win', 'lose'] as const).map((each) => (
        <Action
          key={each}
          operation={putChargebacksByIdStatus}
          reason={reasonOf(each)}
          kind={each === 'dispute' && reasonOf(each) === null ? 'primary' : 'plain'}
          onPress={() => setDeed(each)}
        >
          {words[each]}
        </Action>
      ))}
      {deed !== null && (
        <RecordDialog
          operation={putChargebacksByIdStatus}
          path={{ id: of.id }}
          keeps={{ action: deed }}
          title={words[DEEDS[deed][0]]}
          hint={words[DEEDS[deed][1]]}
          members={[
            ...(deed === 'dispute'
              ? [
                  {
                    name: 'merchant_response' as const,
                    label: words.response,
                    kind: 'long' as const,
                    isRequired: true,
                    maxLength: 2000,
                  },
                ]
              : []),
            { name: 'notes', label: common.note, kind: 'long', maxLength: 1000 },
          ]}
          submit={words[deed]}
          kind={deed === 'lose' ? 'danger' : 'primary'}
          said={words[SAID[deed]]}
          onClose={() => setDeed(null)}
        />
      )}
    </>
  )
}

export default ChargebackDetail
