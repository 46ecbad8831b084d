/** Hosts that connectors of a kind may call. */
import type { ReactNode } from 'react'
import type { ConnectorHost, WriteConnectorHost } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteLookupsConnectorHostsById,
  getLookupsConnectorHostsOfIdentity,
  postLookupsConnectorHosts,
} from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { PAGE_SIZE, usePage } from '../../parts/list.tsx'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { useConnectorTypes } from '../connectors/connector-types.ts'
import { type LookupDeed, LookupList } from './lookup-list.tsx'
import { TEXTS } from './texts.ts'

export const Hosts = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const types = useConnectorTypes()
  const [{ q }] = useAddress()
  const hosts = useRead(
    getLookupsConnectorHostsOfIdentity,
    { query: { search_term: q, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <LookupList<ConnectorHost>
      of={hosts}
      caption={words.hosts}
      find={words.findHost}
      empty={words.noHosts}
      addText={words.addHost}
      operations={{ add: postLookupsConnectorHosts, remove: deleteLookupsConnectorHostsById }}
      columns={[
        {
          head: words.host,
          cell: ({ host }) => (
            <strong>
              <code>{host}</code>
            </strong>
          ),
        },
        { head: words.port, cell: ({ port }) => port },
        {
          head: words.connectorType,
          cell: ({ connector_type: type }) => types.find(([value]) => value === type)?.[1] ?? type,
        },
        { head: common.note, cell: ({ note }) => note },
      ]}
      idOf={({ id }) => id}
      nameOf={({ host }) => host}
      dialog={(deed, onClose) => <HostDialog deed={deed} onClose={onClose} />}
    />
  )
}

const HostDialog = ({ deed, onClose }: { deed: LookupDeed<ConnectorHost>; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const members: readonly Member<WriteConnectorHost>[] = [
    { name: 'host', label: words.host, isRequired: true, maxLength: 253 },
    { name: 'port', label: words.port, kind: 'count' },
    {
      name: 'connector_type',
      label: words.connectorType,
      kind: 'pick',
      isRequired: true,
      options: useConnectorTypes(),
    },
    { name: 'note', label: common.note, maxLength: 200 },
  ]
  if (deed.kind !== 'remove')
    return (
      <RecordDialog operation={postLookupsConnectorHosts} title={words.addHost} members={members} onClose={onClose} />
    )
  return (
    <RemoveDialog
      operation={deleteLookupsConnectorHostsById}
      input={{ path: { id: deed.row.id } }}
      name={deed.row.host}
      onClose={onClose}
    />
  )
}
