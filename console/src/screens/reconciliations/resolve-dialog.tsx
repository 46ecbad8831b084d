/**
 * Resolves one discrepancy: both sides again, the resolution, the reason; a second person confirms what the first
 * proposed.
 */
import { type ReactNode, useState } from 'react'
import type { ReconciliationDetail, ReconciliationResolutionAction } from '../../../../sdk/src/generated/cards.ts'
import { readAmount, typedAmount } from '../../format/money.ts'
import { postReconciliationsByIdDetailsByDetailIdResolve } from '../../generated/operations.ts'
import { Field } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Amount, None, Status } from '../../parts/values.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { ofBank, toActionWord } from './row-columns.tsx'
import { TEXTS } from './texts.ts'

const ACTIONS: readonly ReconciliationResolutionAction[] = [
  'accept_bank',
  'accept_db',
  'mark_matched',
  'adjust_amount',
  'force_status',
  'ignore',
]
const FORCED = ['completed', 'failed', 'canceled'] as const
interface ResolveProps {
  readonly id: string
  /** Currency of the amounts; null if there are several. */
  readonly currency: string | null
  readonly row: ReconciliationDetail
  readonly onClose: () => void
}

export const ResolveDialog = ({ id, currency: known, row, onClose }: ResolveProps): ReactNode => {
  const currency = known ?? 'TRY'
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const locale = useLocale()
  const [action, setAction] = useState(row.awaiting_action ?? 'accept_bank')
  return (
    <WriteDialog
      operation={postReconciliationsByIdDetailsByDetailIdResolve}
      inputOf={({ adjusted_amount: typed = '', applied_status: status, remarks }) => ({
        path: { id, detail_id: row.id },
        body: {
          action,
          remarks: filled(remarks),
          ...(action === 'adjust_amount' ? { adjusted_amount: readAmount(typed, currency, locale) } : {}),
          ...(action === 'force_status' ? { applied_status: status as (typeof FORCED)[number] } : {}),
        },
      })}
      title={words.resolveTitle}
      {...(row.awaiting_action && { hint: words.awaits(words[toActionWord(row.awaiting_action)]) })}
      submit={row.awaiting_action ? words.confirmProposal : words.resolve}
      fields={['adjusted_amount', 'remarks']}
      said={words.resolved}
      onClose={onClose}
    >
      <Sides row={row} currency={currency} />
      <label className="field">
        <span className="label">{words.action}</span>
        <select value={action} onChange={(event) => setAction(event.target.value as ReconciliationResolutionAction)}>
          {ACTIONS.map((each) => (
            <option key={each} value={each}>
              {words[toActionWord(each)]}
            </option>
          ))}
        </select>
      </label>
      {action === 'adjust_amount' && (
        <Field
          name="adjusted_amount"
          label={words.adjusted}
          value={typedAmount(row.awaiting_amount ?? row.bank_amount ?? row.db_amount ?? 0, currency, locale)}
          inputMode="decimal"
          autoComplete="off"
          isRequired
          validate={(typed) => (readAmount(typed, currency, locale) === null ? common.amountUnreadable : null)}
        />
      )}
      {action === 'force_status' && (
        <PickField
          name="applied_status"
          label={words.applied}
          options={FORCED.map((each) => [each, STATES[each]?.[language] ?? each])}
          {...(row.awaiting_status === null ? {} : { value: row.awaiting_status })}
        />
      )}
      <Field name="remarks" label={words.remarks} isLong maxLength={1000} isRequired={row.awaiting_action === null} />
    </WriteDialog>
  )
}

export const Sides = ({ row, currency }: { row: ReconciliationDetail; currency: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  const side = (name: string, amount: number | null, status: string | null, reference: string | null): ReactNode => (
    <div className="side-box">
      <h3>{name}</h3>
      <strong>{amount === null ? words.missing : <Amount minor={amount} currency={currency} />}</strong>
      {status === null ? <None /> : <Status value={ofBank(status)} />}
      {reference && <code className="block small">{reference}</code>}
    </div>
  )
  return (
    <div className="sides">
      {side(words.ours, row.db_amount, row.db_status, row.transaction_id)}
      {side(words.theirs, row.bank_amount, row.bank_status, row.bank_transaction_id)}
    </div>
  )
}
