/** Dialogs of the list of channels: one for each thing that is done to a channel. */
import type { ReactNode } from 'react'
import type { MonitorChannel } from '../../../../sdk/src/generated/identity.ts'
import {
  deleteMonitorsChannelsById,
  postMonitorsChannelsByIdCode,
  postMonitorsChannelsByIdConfirm,
  postMonitorsChannelsByIdTest,
  putMonitorsChannelsById,
} from '../../generated/operations.ts'
import { Field } from '../../parts/form.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { ChannelDialog, toUnchanged } from './channel-dialog.tsx'
import { TEXTS } from './texts.ts'

export type ChannelDeed =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'confirm' | 'code' | 'test' | 'turn' | 'remove'; readonly of: MonitorChannel }

interface DialogProps {
  readonly deed: ChannelDeed
  readonly onClose: () => void
  readonly onSecret: (secret: string) => void
  readonly onUnconfirmed: (of: MonitorChannel) => void
}

export const DeedDialog = ({ deed, onClose, onSecret, onUnconfirmed }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const writing = { onClose, onSecret, onUnconfirmed }
  if (deed.kind === 'new') return <ChannelDialog {...writing} />
  const { of } = deed
  if (deed.kind === 'edit') return <ChannelDialog of={of} {...writing} />
  const path = { id: of.id }
  if (deed.kind === 'remove')
    return (
      <RemoveDialog
        operation={deleteMonitorsChannelsById}
        input={{ path }}
        name={of.name}
        hint={words.removeHint}
        onClose={onClose}
      />
    )
  if (deed.kind === 'confirm')
    return (
      <WriteDialog
        operation={postMonitorsChannelsByIdConfirm}
        inputOf={({ code = '' }) => ({ path, body: { code } })}
        title={words.confirmTitle(of.name)}
        hint={words.confirmHint(of.address)}
        submit={words.confirm}
        fields={['code']}
        said={words.confirmed}
        onClose={onClose}
      >
        <Field name="code" label={words.code} isRequired maxLength={40} autoComplete="off" />
      </WriteDialog>
    )
  if (deed.kind === 'code')
    return (
      <WriteDialog
        operation={postMonitorsChannelsByIdCode}
        inputOf={() => ({ path })}
        title={words.againTitle(of.name)}
        hint={words.againHint}
        submit={words.again}
        said={words.sentAgain}
        onClose={onClose}
        onDone={onUnconfirmed}
      />
    )
  if (deed.kind === 'test')
    return (
      <WriteDialog
        operation={postMonitorsChannelsByIdTest}
        inputOf={() => ({ path })}
        title={words.testTitle(of.name)}
        hint={words.testHint}
        submit={words.test}
        said={words.tested}
        onClose={onClose}
      />
    )
  return (
    <WriteDialog
      operation={putMonitorsChannelsById}
      inputOf={() => ({ path, body: { ...toUnchanged(of), is_active: !of.is_active } })}
      title={`${of.is_active ? record.deactivate : record.activate}: ${of.name}`}
      hint={of.is_active ? words.turnedOff : words.turnedOn}
      submit={of.is_active ? record.deactivate : record.activate}
      said={record.switched}
      onClose={onClose}
    />
  )
}
