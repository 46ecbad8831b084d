/** Approves or rejects with a note; a person who created what waits sees the reason before the service refuses. */
import { type ReactNode, useState } from 'react'
import type { FraudAlert } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getFraudAlerts,
  getPaymentsByTransactionIdTrace,
  getTransfersById,
  postFraudAlertsByIdApprove,
  postFraudAlertsByIdReject,
  postPlatformFraudAlertsByIdApprove,
  postPlatformFraudAlertsByIdReject,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { AssignAction } from './assign-action.tsx'
import { TEXTS } from './texts.ts'

type Verb = 'approve' | 'reject'

/** The trace of a payment under review, if the person may read it. */
export const useTraceOf = (alert: FraudAlert) => {
  const may = useMay()
  const isOn = alert.process === 'sanal_pos' && alert.external_txn_id !== null && may(getPaymentsByTransactionIdTrace)
  return {
    isOn,
    trace: useRead(
      getPaymentsByTransactionIdTrace,
      { path: { transaction_id: alert.external_txn_id ?? '' } },
      { isOn },
    ),
  }
}

/** Returns null if, as far as the page knows, this person may decide. */
const useOwnReason = (alert: FraudAlert): string | null => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { person } = useMe()
  const { trace } = useTraceOf(alert)
  const transfer = useRead(
    getTransfersById,
    { path: { id: alert.external_txn_id ?? '' } },
    { isOn: alert.process === 'para_transferi' && alert.external_txn_id !== null && may(getTransfersById) },
  )
  if (alert.status !== 'open') return words.already
  const maker = trace.data?.data.events.find(({ source }) => source === 'PaymentRequest')?.details.actor
  if (maker === person.id) return words.ownPayment
  return transfer.data?.history[0]?.actor === person.id ? words.ownTransfer : null
}

export const AlertActions = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [verb, setVerb] = useState<Verb | null>(null)
  const reason = useOwnReason(alert)
  const isOfTenant = may(getFraudAlerts)
  const operations = {
    approve: isOfTenant ? postFraudAlertsByIdApprove : postPlatformFraudAlertsByIdApprove,
    reject: isOfTenant ? postFraudAlertsByIdReject : postPlatformFraudAlertsByIdReject,
  }
  return (
    <>
      <Action operation={operations.approve} onPress={() => setVerb('approve')} reason={reason} kind="primary">
        {words.approveIt}
      </Action>
      <Action operation={operations.reject} onPress={() => setVerb('reject')} reason={reason}>
        {words.rejectIt}
      </Action>
      <AssignAction alert={alert} />
      {verb !== null && (
        <WriteDialog
          operation={operations[verb]}
          inputOf={({ notes }) => ({ path: { id: alert.id }, body: { notes: filled(notes) } })}
          title={verb === 'approve' ? words.approveTitle : words.rejectTitle}
          hint={verb === 'approve' ? words.approveHint : words.rejectHint}
          submit={verb === 'approve' ? words.approveIt : words.rejectIt}
          kind={verb === 'approve' ? 'primary' : 'danger'}
          fields={['notes']}
          said={words.decided}
          onClose={() => setVerb(null)}
        >
          <Field name="notes" label={words.note} hint={words.noteHint} isLong isRequired maxLength={1000} />
        </WriteDialog>
      )}
    </>
  )
}
