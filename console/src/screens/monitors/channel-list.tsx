/** Channels of the monitors: added, confirmed, tried, changed, switched off, deleted. */
import { type ReactNode, useState } from 'react'
import type { MonitorChannel } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteMonitorsChannelsById,
  getMonitorsChannels,
  postMonitorsChannels,
  postMonitorsChannelsByIdCode,
  postMonitorsChannelsByIdConfirm,
  postMonitorsChannelsByIdTest,
  putMonitorsChannelsById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { None, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { type ChannelDeed, DeedDialog } from './channel-deeds.tsx'
import { TEXTS } from './texts.ts'

const REFRESH_MS = 5_000

const ChannelList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<ChannelDeed | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const columns = useColumns(setDeed)
  const channels = useRead(
    getMonitorsChannels,
    { query: { page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true, everyMs: REFRESH_MS },
  )
  return (
    <Page
      title={words.channelsTitle}
      hint={words.channelsHint}
      back={{ to: '/monitors', text: words.back }}
      actions={
        <Action operation={postMonitorsChannels} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <List of={channels} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.channelsCaption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => [words[row.kind], row.address, row.last_fault].filter(Boolean).join(' · ')}
          />
        )}
      </List>
      {deed !== null && (
        <DeedDialog
          key={deed.kind}
          deed={deed}
          onClose={() => setDeed((now) => (now === deed ? null : now))}
          onSecret={setSecret}
          onUnconfirmed={(of) => setDeed({ kind: 'confirm', of })}
        />
      )}
      {secret !== null && <SecretOnce title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: ChannelDeed) => void): Column<MonitorChannel>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    { head: record.name, cell: (row) => <strong>{row.name}</strong> },
    { head: words.kind, cell: (row) => words[row.kind] },
    { head: words.address, cell: (row) => <code>{row.address}</code> },
    {
      head: words.monitors,
      cell: ({ monitors }) =>
        monitors.includes('*') ? words.every : words.count(monitors.length.toLocaleString(locale)),
    },
    {
      head: words.quiet,
      cell: ({ quiet_hours: quiet }) => (quiet === null ? <None /> : words.span(quiet.from, quiet.to)),
    },
    { head: words.last, cell: (row) => <LastMessage of={row} /> },
    { head: common.status, cell: (row) => <Status value={stateOf(row)} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (of) => (
        <RowMenu
          of={of.name}
          deeds={[
            ...(of.is_confirmed
              ? [
                  {
                    operation: postMonitorsChannelsByIdTest,
                    text: words.test,
                    onPress: () => onDeed({ kind: 'test', of }),
                  },
                ]
              : [
                  {
                    operation: postMonitorsChannelsByIdConfirm,
                    text: words.confirm,
                    onPress: () => onDeed({ kind: 'confirm', of }),
                  },
                  {
                    operation: postMonitorsChannelsByIdCode,
                    text: words.again,
                    onPress: () => onDeed({ kind: 'code', of }),
                  },
                ]),
            { operation: putMonitorsChannelsById, text: record.edit, onPress: () => onDeed({ kind: 'edit', of }) },
            {
              operation: putMonitorsChannelsById,
              text: of.is_active ? record.deactivate : record.activate,
              onPress: () => onDeed({ kind: 'turn', of }),
            },
            {
              operation: deleteMonitorsChannelsById,
              text: record.remove,
              onPress: () => onDeed({ kind: 'remove', of }),
            },
          ]}
        />
      ),
    },
  ]
}

const stateOf = ({ is_active, is_confirmed }: MonitorChannel): string => {
  if (!is_active) return 'inactive'
  return is_confirmed ? 'active' : 'unconfirmed'
}

const LastMessage = ({ of }: { of: MonitorChannel }): ReactNode => {
  const words = useTexts(TEXTS)
  if (of.last_tried === null) return <span className="quiet">{words.neverTold}</span>
  if (of.last_sent_at !== null) return <Time at={of.last_sent_at} />
  return of.last_fault === null ? (
    <span className="quiet">{words.waiting}</span>
  ) : (
    <>
      <Status value="failed" />
      <span className="block small quiet">{of.last_fault}</span>
    </>
  )
}

export default ChannelList
