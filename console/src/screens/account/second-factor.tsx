/** The second factor: whether it is set up, and what can be done with it. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SecondFactor } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  getMeSecondFactor,
  postMeSecondFactor,
  postMeSecondFactorDisable,
  postMeSecondFactorRecoveryCodes,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { announce } from '../../parts/announce.tsx'
import { Card, Facts } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RecoveryCodes, RenewDialog, SwitchOffDialog } from './factor-dialogs.tsx'
import { TEXTS } from './texts.ts'

type Open = 'enrol' | 'renew' | 'off' | readonly string[] | null

export const SecondFactorCard = (): ReactNode => {
  const words = useTexts(TEXTS)
  const client = useQueryClient()
  const factor = useRead(getMeSecondFactor, {})
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  /** The codes are shown first, because loading anything asks for a new sign-in if the session has ended. */
  const show = (codes: readonly string[], said: string): void => {
    announce(said)
    setOpen(codes)
  }
  return (
    <Card title={words.factor} beside={factor.data && <FactorActions of={factor.data} onOpen={setOpen} />}>
      <Part of={factor}>{(data) => <FactorState of={data} />}</Part>
      {open === 'enrol' && <EnrolDialog onClose={close} onCodes={(codes) => show(codes, words.switchedOn)} />}
      {open === 'renew' && <RenewDialog onClose={close} onCodes={(codes) => show(codes, words.renewed)} />}
      {open === 'off' && <SwitchOffDialog onClose={close} />}
      {typeof open === 'object' && open !== null && (
        <RecoveryCodes
          codes={open}
          onClose={() => {
            close()
            void client.invalidateQueries()
          }}
        />
      )}
    </Card>
  )
}

const FactorState = ({ of }: { of: SecondFactor }): ReactNode => {
  const words = useTexts(TEXTS)
  if (!of.is_active)
    return (
      <p className={of.is_required ? 'notice waits' : 'quiet'}>
        {of.is_required ? words.factorNeeded : words.factorOff}
      </p>
    )
  return (
    <Facts
      rows={[
        [words.switchedOnAt, <Time key="at" at={of.confirmed_at} />],
        [words.codesLeft, String(of.recovery_codes_left)],
      ]}
    />
  )
}

const FactorActions = ({ of, onOpen }: { of: SecondFactor; onOpen: (what: Open) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  if (!of.is_active)
    return (
      <Action operation={postMeSecondFactor} onPress={() => onOpen('enrol')} kind="primary">
        {words.setUp}
      </Action>
    )
  return (
    <div className="actions">
      <Action operation={postMeSecondFactorRecoveryCodes} onPress={() => onOpen('renew')}>
        {words.renew}
      </Action>
      <Action operation={postMeSecondFactorDisable} onPress={() => onOpen('off')} kind="danger">
        {words.switchOff}
      </Action>
    </div>
  )
}
