/** Assigns an alert: to oneself, to a colleague who may decide, or to no one. */
import { type ReactNode, useState } from 'react'
import type { FraudAlert } from '../../../../sdk/src/generated/fraud.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getFraudAlertsAssignees,
  getPlatformFraudAlertsAssignees,
  postFraudAlertsByIdAssign,
  postPlatformFraudAlertsByIdAssign,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Part } from '../../parts/reading.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export const AssignAction = ({ alert }: { alert: FraudAlert }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const assign = may(postFraudAlertsByIdAssign) ? postFraudAlertsByIdAssign : postPlatformFraudAlertsByIdAssign
  return (
    <>
      <Action operation={assign} onPress={() => setOpen(true)} reason={alert.status === 'open' ? null : words.closed}>
        {words.assign}
      </Action>
      {isOpen && (
        <WriteDialog
          operation={assign}
          inputOf={({ assigned_to }) => ({
            path: { id: alert.id },
            body: { assigned_to: filled(assigned_to) },
          })}
          title={words.assignTitle}
          hint={words.assignHint}
          submit={words.assign}
          said={words.assignDone}
          onClose={() => setOpen(false)}
        >
          <PeopleField now={alert.assigned_to} />
        </WriteDialog>
      )}
    </>
  )
}

/** Lists the signed-in person first; the initial value is the current assignee, otherwise the signed-in person. */
const PeopleField = ({ now }: { now: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { person } = useMe()
  const people = useRead(may(getFraudAlertsAssignees) ? getFraudAlertsAssignees : getPlatformFraudAlertsAssignees, {})
  return (
    <Part of={people}>
      {(all) => (
        <PickField
          name="assigned_to"
          label={words.assigned}
          value={now ?? person.id}
          options={[
            [person.id, words.toMe],
            ...all.filter(({ id }) => id !== person.id).map(({ id, name }) => [id, name] as const),
            ['', words.toNobody],
          ]}
        />
      )}
    </Part>
  )
}
