/**
 * Changes of routing and of checks that wait for a second person: the two lists, the decision, and the notices on a
 * page.
 */
import { type ReactNode, useState } from 'react'
import type { WaitingChange } from '../../../../sdk/src/generated/shared.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getFraudWaitingChanges,
  getWaitingChanges,
  postFraudWaitingChangesByIdConfirm,
  postFraudWaitingChangesByIdReject,
  postWaitingChangesByIdConfirm,
  postWaitingChangesByIdReject,
} from '../../generated/operations.ts'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { PendingNotice } from '../../parts/record/pending-notice.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { texts, useTexts } from '../../texts/dictionary.ts'

export const SIDES = {
  routing: {
    list: getWaitingChanges,
    confirm: postWaitingChangesByIdConfirm,
    reject: postWaitingChangesByIdReject,
  },
  checks: {
    list: getFraudWaitingChanges,
    confirm: postFraudWaitingChangesByIdConfirm,
    reject: postFraudWaitingChangesByIdReject,
  },
} as const
export type Side = keyof typeof SIDES
export type WaitingDeed = { readonly isYes: boolean; readonly change: WaitingChange }

const MOST = 100

/** Kinds of changes, by the audit log's names. */
const KINDS = texts(
  {
    routing_rule: 'Routing rule',
    simple_routing_rule: 'Simple routing rule',
    routing_settings: 'Routing settings',
    connector: 'Bank connection',
    connector_error_code: 'Meaning of a bank code',
    fraud_rule: 'Fraud rule',
    blacklist_entry: 'Blacklist entry',
    merchant_policy: 'Checks of a merchant',
  },
  {
    routing_rule: 'Yönlendirme kuralı',
    simple_routing_rule: 'Basit yönlendirme kuralı',
    routing_settings: 'Yönlendirme ayarları',
    connector: 'Banka bağlantısı',
    connector_error_code: 'Banka kodunun anlamı',
    fraud_rule: 'Dolandırıcılık kuralı',
    blacklist_entry: 'Kara liste kaydı',
    merchant_policy: 'Üye iş yerinin denetimleri',
  },
)

export const Differences = ({ of }: { of: Pick<WaitingChange, 'changes'> }): ReactNode => (
  <DiffTable rows={of.changes.map(({ field, before, after }) => [field, before ?? '', after ?? ''])} />
)

export const useKindOfWaiting = (): ((change: WaitingChange) => string) => {
  const words: Readonly<Record<string, string>> = useTexts(KINDS)
  return ({ kind }) => words[kind] ?? kind
}
/** Returns its name in a sentence: its own name, otherwise its kind. */
export const useNameOfWaiting = (): ((change: WaitingChange) => string) => {
  const kindOf = useKindOfWaiting()
  return (change) => change.label || kindOf(change)
}

interface NoticesProps {
  readonly side: Side
  /** Decides which of them are shown on the page. */
  readonly isShown: (change: WaitingChange) => boolean
}

/** Shown above what they would change. */
export const WaitingNotices = ({ side, isShown }: NoticesProps): ReactNode => {
  const words = useTexts(RECORD)
  const { list, confirm, reject } = SIDES[side]
  const [deed, setDeed] = useState<WaitingDeed | null>(null)
  const nameOf = useNameOfWaiting()
  const kindOf = useKindOfWaiting()
  const isOn = useMay()(list)
  const changes = useRead(list, { query: { page: 1, page_size: MOST } }, { isOn })
  return (
    <>
      {(changes.data?.items ?? []).filter(isShown).map((change) => (
        <PendingNotice
          key={change.id}
          title={`${words.waits}: ${[kindOf(change), change.label].filter(Boolean).join(' · ')}`}
          name={nameOf(change)}
          change={change}
          confirm={confirm}
          reject={reject}
          onDecide={(step) => setDeed({ isYes: step === 'confirm', change })}
        />
      ))}
      {deed !== null && <WaitingDecision side={side} {...deed} onClose={() => setDeed(null)} />}
    </>
  )
}

export const WaitingDecision = ({
  side,
  isYes,
  change,
  onClose,
}: WaitingDeed & { side: Side; onClose: () => void }): ReactNode => {
  const words = useTexts(RECORD)
  const { person } = useMe()
  const { confirm, reject } = SIDES[side]
  const isOwn = change.requested_by === person.id
  return (
    <WriteDialog
      operation={isYes ? confirm : reject}
      inputOf={() => ({ path: { id: change.id } })}
      title={isYes ? words.confirmChange : isOwn ? words.withdrawChange : words.rejectChange}
      hint={<Differences of={change} />}
      submit={isYes ? words.confirm : isOwn ? words.withdraw : words.reject}
      kind={isYes ? 'primary' : 'danger'}
      said={isYes ? words.confirmed : isOwn ? words.withdrawn : words.rejected}
      onClose={onClose}
    />
  )
}
