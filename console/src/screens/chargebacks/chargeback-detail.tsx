/** One chargeback: the deadline for a response, its documents, and how it ends. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Chargeback, ChargebackAction } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMe } from '../../api/me.ts'
import { amountText } from '../../format/money.ts'
import { getChargebacksById, putChargebacksByIdStatus } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { To } from '../../parts/link.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { PendingNotice } from '../../parts/record/pending-notice.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Amount, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { Deadline } from './chargeback-list.tsx'
import { Evidence } from './evidence.tsx'
import { TEXTS } from './texts.ts'

const ChargebackDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const language = useLanguage()
  const stateOf = (value: string): string => STATES[value]?.[language] ?? value
  const { id } = useParams({ strict: false }) as { id: string }
  const chargeback = useRead(getChargebacksById, { path: { id } })
  const { data } = chargeback
  const [deed, setDeed] = useState<ChargebackAction | null>(null)
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
      actions={data && <Decisions of={data} deed={deed} setDeed={setDeed} />}
    >
      <Reading of={chargeback} lines={8}>
        {(read) => (
          <>
            {read.awaits !== null && (
              <PendingNotice
                title={read.awaits === 'won' ? words.awaitsWon : words.awaitsLost}
                name={words.chargeback}
                change={{
                  requested_by: read.asked_by,
                  changes: [{ field: common.status, before: stateOf(read.status), after: stateOf(read.awaits) }],
                }}
                confirm={putChargebacksByIdStatus}
                onDecide={() => setDeed(read.awaits === 'won' ? 'win' : 'lose')}
              />
            )}
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
          </>
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
      <Facts
        rows={[
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

interface DecisionsProps {
  readonly of: Chargeback
  readonly deed: ChargebackAction | null
  readonly setDeed: (deed: ChargebackAction | null) => void
}

const Decisions = ({ of, deed, setDeed }: DecisionsProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const { person } = useMe()
  const ended = of.status === 'won' || of.status === 'lost' ? words.ended : null
  const isAsked = (each: ChargebackAction): boolean =>
    of.asked_by === person.id && of.awaits === ({ win: 'won', lose: 'lost', dispute: null } as const)[each]
  const reasonOf = (each: ChargebackAction): string | null =>
    ended ??
    (of.awaits !== null && isAsked(each) ? record.ownChange : null) ??
    (each === 'dispute' && of.status === 'disputed' ? words.disputedAlready : null)
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
