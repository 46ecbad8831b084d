/** One connector: its configurations with their health and what waits for a second person, and its changes. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ChangelogEntry, Connector } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteConnectorsById,
  getConnectorsById,
  getConnectorsByIdDetail,
  postConnectorConfigurations,
  postConnectorsByIdActivate,
  postConnectorsByIdDeactivate,
  putConnectorsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Actor, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { Configuration } from './configuration.tsx'
import { useConfigurationMembers, useConnectorMembers } from './connector-members.ts'
import { Diff } from './diff.tsx'
import { TEXTS } from './texts.ts'

type Deed = 'edit' | 'switch' | 'remove' | 'add'

const ConnectorDetail = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { id } = useParams({ strict: false }) as { id: string }
  const [deed, setDeed] = useState<Deed | null>(null)
  const detail = useRead(getConnectorsByIdDetail, { path: { id } })
  const connector = detail.data?.connector
  return (
    <Page
      title={connector?.name ?? words.connector}
      beside={connector && <Status value={connector.is_active ? 'active' : 'inactive'} />}
      hint={connector && <code>{connector.code}</code>}
      back={{ to: '/connectors', text: words.all }}
      actions={connector && <Actions of={connector} onDeed={setDeed} />}
    >
      <WaitingNotices side="routing" isShown={(change) => change.kind === 'connector' && change.entity_id === id} />
      <Reading of={detail} lines={10}>
        {({ connector: { type }, configurations, health, changelog }) => (
          <>
            {configurations.length === 0 && (
              <Card title={words.configurations}>
                <p className="quiet">{words.noConfigurations}</p>
              </Card>
            )}
            {configurations.map((each) => (
              <Configuration
                key={each.id}
                of={each}
                type={type}
                health={health.per_configuration.find(({ connector_configuration_id: of }) => of === each.id)}
              />
            ))}
            <Card title={words.changelog}>
              {changelog.length === 0 ? <p className="quiet">{words.noChanges}</p> : <Changelog of={changelog} />}
            </Card>
          </>
        )}
      </Reading>
      {deed !== null && connector && <DeedDialog deed={deed} of={connector} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const Actions = ({ of, onDeed }: { of: Connector; onDeed: (deed: Deed) => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return (
    <>
      <Action operation={postConnectorConfigurations} onPress={() => onDeed('add')} kind="primary">
        <Icon name="plus" />
        {words.addConfiguration}
      </Action>
      <Action operation={putConnectorsById} onPress={() => onDeed('edit')}>
        {record.edit}
      </Action>
      <Action
        operation={of.is_active ? postConnectorsByIdDeactivate : postConnectorsByIdActivate}
        onPress={() => onDeed('switch')}
      >
        {of.is_active ? record.deactivate : record.activate}
      </Action>
      <Action operation={deleteConnectorsById} onPress={() => onDeed('remove')}>
        {record.remove}
      </Action>
    </>
  )
}

const Changelog = ({ of }: { of: readonly ChangelogEntry[] }): ReactNode => (
  <ul className="changes">
    {of.map((entry) => (
      <li key={entry.id}>
        <details>
          <summary>
            <Time at={entry.at} /> · {entry.action.replaceAll('_', ' ')} · {entry.entity_kind.replaceAll('_', ' ')}
          </summary>
          <p className="small">
            <Actor id={entry.actor} /> {entry.note}
          </p>
          <Diff of={entry.diff} />
        </details>
      </li>
    ))}
  </ul>
)

const DeedDialog = ({ deed, of, onClose }: { deed: Deed; of: Connector; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const navigate = useNavigate()
  const members = useConnectorMembers()
  const configurationMembers = useConfigurationMembers(of.type, true)
  const path = { id: of.id }
  if (deed === 'edit')
    return (
      <RecordDialog
        operation={putConnectorsById}
        reads={getConnectorsById}
        path={path}
        title={words.change}
        members={members.filter(({ name }) => name !== 'code') as readonly Member<Omit<Connector, 'code'>>[] as never}
        of={{ ...of }}
        keeps={{ extra_properties_dict: of.extra_properties_dict }}
        onClose={onClose}
      />
    )
  if (deed === 'add')
    return (
      <RecordDialog
        operation={postConnectorConfigurations}
        title={words.addConfiguration}
        hint={words.configurationHint}
        members={configurationMembers}
        of={{ mode: 'test', is_active: true }}
        keeps={{ connector_id: of.id }}
        onClose={onClose}
      />
    )
  if (deed === 'remove')
    return (
      <RemoveDialog
        operation={deleteConnectorsById}
        input={{ path }}
        name={of.name}
        onClose={onClose}
        onDone={() => void navigate({ to: '/connectors' })}
      />
    )
  return (
    <WriteDialog
      operation={of.is_active ? postConnectorsByIdDeactivate : postConnectorsByIdActivate}
      inputOf={() => ({ path })}
      title={`${of.name}: ${of.is_active ? record.deactivate : record.activate}`}
      hint={of.is_active ? words.switchOff : words.switchOn}
      submit={of.is_active ? record.deactivate : record.activate}
      said={record.switched}
      onClose={onClose}
    />
  )
}

export default ConnectorDetail
