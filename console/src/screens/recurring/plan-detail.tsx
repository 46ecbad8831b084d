/** One recurring plan: the line of its installments, each with its payment, and cancelling it. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { RecurringPlanDetail } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { amountText } from '../../format/money.ts'
import { getRecurringById, postRecurringByIdCancel } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Amount, Id, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { Installments } from './installments.tsx'
import { Every } from './plan-list.tsx'
import { TEXTS } from './texts.ts'

const PlanDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const [isEnding, setEnding] = useState(false)
  const plan = useRead(getRecurringById, { path: { id } })
  const { data } = plan
  return (
    <Page
      title={
        data
          ? words.ofAmount(`${amountText(data.amount, data.currency ?? 'TRY', locale)} ${data.currency ?? 'TRY'}`)
          : words.plan
      }
      beside={data && <Status value={data.status} />}
      hint={data && <Id value={data.id} label={words.plan} />}
      back={{ to: '/recurring', text: words.all }}
      actions={
        data && (
          <Action
            operation={postRecurringByIdCancel}
            reason={data.status === 'active' ? null : words.notActive}
            onPress={() => setEnding(true)}
          >
            {words.cancel}
          </Action>
        )
      }
    >
      <Reading of={plan} lines={10}>
        {(read) => (
          <>
            {read.card_expires_before_end && (
              <div className="notice waits" role="status">
                <Icon name="warn" />
                <span>{words.expiresBefore((read.card_expires_before_installment ?? 1).toLocaleString(locale))}</span>
              </div>
            )}
            <div className="columns">
              <div className="wide-column">
                <Installments of={read} />
              </div>
              <div>
                <About of={read} />
              </div>
            </div>
          </>
        )}
      </Reading>
      {isEnding && (
        <WriteDialog
          operation={postRecurringByIdCancel}
          inputOf={() => ({ path: { id } })}
          title={words.cancelTitle}
          hint={words.cancelHint}
          submit={words.cancel}
          kind="danger"
          said={words.cancelled}
          onClose={() => setEnding(false)}
        />
      )}
    </Page>
  )
}

const About = ({ of }: { of: RecurringPlanDetail }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <Card title={words.plan}>
      <Facts
        rows={[
          [common.amount, <Amount key="a" minor={of.amount} currency={of.currency} />],
          [words.period, <Every key="e" of={of} />],
          [words.begins, <Time key="b" at={of.start_date} form="day" />],
          [words.external, of.external_id && <Id key="x" value={of.external_id} />],
          [words.card, [of.card_brand, of.masked_card_number].filter(Boolean).join(' ')],
          [words.holder, of.card_holder_name],
          [words.bank, of.bank_code],
          [words.synced, of.last_synced_at && <Time key="s" at={of.last_synced_at} />],
          [
            words.lastError,
            of.last_error_code && (
              <span key="l">
                <code>{of.last_error_code}</code> {of.last_error_message}
              </span>
            ),
          ],
          [common.note, of.description],
        ]}
      />
    </Card>
  )
}

export default PlanDetail
