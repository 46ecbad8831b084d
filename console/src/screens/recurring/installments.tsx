/** Installments of a plan: a line with all of them, then each with its due day, its attempts and its payment. */
import { type ReactNode, useState } from 'react'
import type { Installment, RecurringPlanDetail } from '../../../../sdk/src/generated/cards.ts'
import { postRecurringByIdInstallmentsByIndexCancel } from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { Card } from '../../parts/page.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

export const Installments = ({ of }: { of: RecurringPlanDetail }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const [ended, setEnded] = useState<Installment | null>(null)
  const columns = useColumns(of, setEnded)
  return (
    <Card title={words.installments} className="queue">
      <Line of={of} />
      <Table
        caption={words.installments}
        columns={columns}
        rows={of.installments}
        keyOf={({ id }) => id}
        noteOf={(row) => (
          <>
            <Time at={row.due_date} form={dueForm(of)} /> <Status value={row.payment_status} />
          </>
        )}
      />
      {ended !== null && (
        <WriteDialog
          operation={postRecurringByIdInstallmentsByIndexCancel}
          inputOf={() => ({ path: { id: of.id, index: String(ended.installment_index) } })}
          title={words.cancelOneTitle(ended.installment_index.toLocaleString(locale))}
          hint={words.cancelOneHint}
          submit={words.cancelOne}
          kind="danger"
          said={words.cancelled}
          onClose={() => setEnded(null)}
        />
      )}
    </Card>
  )
}

/** In a sandbox the periods of a plan may be minutes, so that the day has no meaning. */
const dueForm = ({ installments: [first, second] }: RecurringPlanDetail): 'day' | 'clock' =>
  first !== undefined && first.due_date.slice(0, 10) === second?.due_date.slice(0, 10) ? 'clock' : 'day'

/** The whole plan at a glance; the table below has the same content. */
const Line = ({ of }: { of: RecurringPlanDetail }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const locale = useLocale()
  return (
    <ol className="installment-line" aria-label={words.installmentsLine}>
      {of.installments.map(({ id, installment_index: index, payment_status: status }) => {
        const known = STATES[status]
        const at = index.toLocaleString(locale)
        return (
          <li key={id} className={`installment ${known?.tone ?? 'off'}`} title={known?.[language]}>
            <span aria-hidden="true">{at}</span>
            <span className="unseen">{words.installment(at, known?.[language] ?? status)}</span>
          </li>
        )
      })}
    </ol>
  )
}

const useColumns = (of: RecurringPlanDetail, onEnd: (installment: Installment) => void): Column<Installment>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  return [
    { head: words.number, cell: ({ installment_index: index }) => <strong>{index.toLocaleString(locale)}</strong> },
    { head: words.due, cell: (row) => <Time at={row.due_date} form={dueForm(of)} /> },
    {
      head: common.amount,
      isFigure: true,
      cell: (row) => <Amount minor={row.amount} currency={of.currency} isAligned />,
    },
    { head: common.status, cell: (row) => <Status value={row.payment_status} /> },
    { head: words.tries, isFigure: true, cell: (row) => row.try_count.toLocaleString(locale) },
    { head: words.result, cell: (row) => row.result_message ?? row.result_code },
    {
      head: record.actions,
      isKept: true,
      cell: (row) => (
        <span className="row-actions">
          {row.transaction_id && <To to={`/payments/${row.transaction_id}`}>{words.payment}</To>}
          {row.payment_status === 'pending' && of.status === 'active' && (
            <RowAction
              operation={postRecurringByIdInstallmentsByIndexCancel}
              text={words.cancelOne}
              of={row.installment_index.toLocaleString(locale)}
              onPress={() => onEnd(row)}
            />
          )}
        </span>
      ),
    },
  ]
}
