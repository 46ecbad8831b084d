/** Changes a configuration: its values, on and off, what waits, and deleting it. */
import type { ReactNode } from 'react'
import type { ConnectorConfiguration, ConnectorType } from '../../../../sdk/src/generated/cards.ts'
import {
  deleteConnectorConfigurationsById,
  getConnectorConfigurationsById,
  postConnectorConfigurationsByIdActivate,
  postConnectorConfigurationsByIdConfirm,
  postConnectorConfigurationsByIdDeactivate,
  postConnectorConfigurationsByIdReject,
  putConnectorConfigurationsById,
} from '../../generated/operations.ts'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useConfigurationMembers } from './connector-members.ts'
import { TEXTS } from './texts.ts'

export type ConfigurationDeed = 'edit' | 'switch' | 'remove' | 'confirm' | 'reject'

interface DialogProps {
  readonly of: ConnectorConfiguration
  readonly type: ConnectorType
  readonly onClose: () => void
}

export const ConfigurationDialog = ({
  deed,
  of,
  type,
  onClose,
}: DialogProps & { deed: ConfigurationDeed }): ReactNode => {
  if (deed === 'edit') return <EditDialog of={of} type={type} onClose={onClose} />
  if (deed === 'switch') return <SwitchDialog of={of} onClose={onClose} />
  if (deed === 'remove')
    return (
      <RemoveDialog
        operation={deleteConnectorConfigurationsById}
        input={{ path: { id: of.id } }}
        name={of.name ?? of.id}
        onClose={onClose}
      />
    )
  return <DecideDialog isYes={deed === 'confirm'} of={of} onClose={onClose} />
}

/** A masked secret that is sent back keeps the stored one. */
const EditDialog = ({ of, type, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const { api_key, secret_key, password, extra_credentials } = of
  return (
    <RecordDialog
      operation={putConnectorConfigurationsById}
      reads={getConnectorConfigurationsById}
      path={{ id: of.id }}
      title={words.changeConfiguration}
      hint={words.configurationHint}
      members={useConfigurationMembers(type, false)}
      of={{ ...of }}
      keeps={{ api_key, secret_key, password, extra_credentials }}
      onClose={onClose}
    />
  )
}

const SwitchDialog = ({ of, onClose }: Omit<DialogProps, 'type'>): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const text = of.is_active ? record.deactivate : record.activate
  return (
    <WriteDialog
      operation={of.is_active ? postConnectorConfigurationsByIdDeactivate : postConnectorConfigurationsByIdActivate}
      inputOf={() => ({ path: { id: of.id } })}
      title={`${of.name ?? of.id}: ${text}`}
      hint={of.is_active ? words.switchOff : words.switchOn}
      submit={text}
      said={record.switched}
      onClose={onClose}
    />
  )
}

const DecideDialog = ({ isYes, of, onClose }: Omit<DialogProps, 'type'> & { isYes: boolean }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return (
    <WriteDialog
      operation={isYes ? postConnectorConfigurationsByIdConfirm : postConnectorConfigurationsByIdReject}
      inputOf={() => ({ path: { id: of.id }, body: { change_id: of.pending_change?.id ?? '' } })}
      title={isYes ? words.confirmTitle : words.rejectTitle}
      submit={isYes ? record.confirm : record.reject}
      kind={isYes ? 'primary' : 'danger'}
      said={isYes ? record.confirmed : record.rejected}
      onClose={onClose}
    />
  )
}
