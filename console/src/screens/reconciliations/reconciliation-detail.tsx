/** One reconciliation: what was compared, the rows that differ with both sides next to each other, and how it ended. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ReconciliationWithDetails } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import {
  getReconciliationsById,
  postReconciliationsByIdCancel,
  postReconciliationsByIdFinalize,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { CalendarDay } from '../../parts/record/calendar-day.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { Actor, Amount, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { BankFileCard } from './bank-file-card.tsx'
import { differing, stillOpen } from './counts.ts'
import { ReconciliationRows } from './reconciliation-rows.tsx'
import { TEXTS } from './texts.ts'

type Deed = 'finalize' | 'cancel'

const ReconciliationDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { id } = useParams({ strict: false }) as { id: string }
  const [deed, setDeed] = useState<Deed | null>(null)
  const reconciliation = useRead(getReconciliationsById, { path: { id } })
  const { data } = reconciliation
  const isOpen = data?.overall_status === 'in_review' || data?.overall_status === 'draft'
  const reason = isOpen ? null : words.closedAlready
  const name = data?.connector_config_name ?? data?.merchant_name ?? data?.bank_code
  return (
    <Page
      title={name ? words.ofBank(name) : words.reconciliation}
      beside={data && <Status value={data.overall_status} />}
      hint={data && <Id value={data.id} label={words.reconciliation} />}
      back={{ to: '/reconciliations', text: words.all }}
      actions={
        data && (
          <>
            <Action
              operation={postReconciliationsByIdFinalize}
              reason={reason ?? (data.waiting_files > 0 ? words.fileWaits : null)}
              kind="primary"
              onPress={() => setDeed('finalize')}
            >
              {words.finalize}
            </Action>
            <Action operation={postReconciliationsByIdCancel} reason={reason} onPress={() => setDeed('cancel')}>
              {words.cancelIt}
            </Action>
          </>
        )
      }
    >
      <Reading of={reconciliation} lines={10}>
        {(read) => (
          <>
            <Summary of={read} />
            <BankFileCard reconciliationId={read.id} isOpen={isOpen} />
            <ReconciliationRows of={read} isOpen={isOpen} />
          </>
        )}
      </Reading>
      {deed !== null && data && <EndDialog deed={deed} of={data} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const Summary = ({ of }: { of: ReconciliationWithDetails }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const count = (value: number): string => value.toLocaleString(locale)
  const some = (value: number): string | null => (value === 0 ? null : count(value))
  return (
    <Card title={words.summary}>
      <div className="sides">
        <div className="side-box">
          <h3>
            {words.ours} · {count(of.total_db_transactions)}
          </h3>
          <strong>
            <Amount minor={of.total_db_amount} currency={of.currency} />
          </strong>
        </div>
        <div className="side-box">
          <h3>
            {words.theirs} · {count(of.total_bank_transactions)}
          </h3>
          <strong>
            <Amount minor={of.total_bank_amount} currency={of.currency} />
          </strong>
        </div>
      </div>
      <Facts
        rows={[
          [words.days, <CalendarDay key="d" date={of.reconciliation_date} />],
          [words.matched, count(of.matched_count)],
          [words.open, differing(of) === 0 ? words.allClear : words.openOf(count(stillOpen(of)), count(differing(of)))],
          [words.resolvedCount, some(of.resolved_count)],
          [words.ignoredCount, some(of.ignored_count)],
          [
            words.finalizedAt,
            of.finalized_at && (
              <span key="f">
                <Time at={of.finalized_at} /> · <Actor id={of.finalized_by} />
              </span>
            ),
          ],
          [common.note, of.notes],
        ]}
      />
    </Card>
  )
}

const EndDialog = ({
  deed,
  of,
  onClose,
}: {
  deed: Deed
  of: ReconciliationWithDetails
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const open = stillOpen(of)
  if (deed === 'cancel')
    return (
      <RecordDialog
        operation={postReconciliationsByIdCancel}
        path={{ id: of.id }}
        title={words.cancelTitle}
        hint={words.cancelHint}
        members={[{ name: 'reason', label: common.reason, kind: 'long', maxLength: 500 }]}
        submit={words.cancelIt}
        kind="danger"
        said={words.cancelled}
        onClose={onClose}
      />
    )
  return (
    <RecordDialog
      operation={postReconciliationsByIdFinalize}
      path={{ id: of.id }}
      title={words.finalizeTitle}
      hint={words.finalizeHint}
      members={[
        { name: 'notes', label: common.note, kind: 'long', maxLength: 1000 },
        ...(open > 0
          ? [
              {
                name: 'force_partial' as const,
                label: words.forcePartial(open.toLocaleString(locale)),
                kind: 'yes' as const,
              },
            ]
          : []),
      ]}
      submit={words.finalize}
      said={words.finalized}
      onClose={onClose}
    />
  )
}

export default ReconciliationDetail
