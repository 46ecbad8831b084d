/** Where events are sent, for card payments and for transfers. */
import { type ReactNode, useState } from 'react'
import type { WebhookSubscription } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Lanes } from '../../parts/lanes.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { GivenName, useGivenNames } from '../../texts/given-names.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { type Side, useSides } from './side.ts'
import { SubscriptionForm } from './subscription-form.tsx'
import { TEXTS } from './texts.ts'

const SubscriptionList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q, of }] = useAddress()
  const { side, all } = useSides(of)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const columns = useColumns()
  const given = useGivenNames()
  const subscriptions = useRead(
    side.list,
    { query: { search_term: q, include_inactive: true, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      beside={<Queue key={side.name} side={side} />}
      actions={
        <>
          <To to="/webhooks/deliveries" search={{ of: side.name }} className="button">
            {words.allDeliveries}
          </To>
          <Action operation={side.create} onPress={() => setAdding(true)} kind="primary">
            <Icon name="plus" />
            {words.add}
          </Action>
        </>
      }
    >
      {all.length > 1 && (
        <Lanes
          label={words.surfaces}
          to="/webhooks"
          name="of"
          options={all.map(({ name }) => [name, words[name]])}
          hasAll={false}
        />
      )}
      <Filters find={{ name: 'q', label: words.find }} />
      <List of={subscriptions} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => `/webhooks/${side.name}/${id}`}
            noteOf={(row) => row.description && given(row.description)}
          />
        )}
      </List>
      {isAdding && <SubscriptionForm side={side} onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret !== null && <SecretOnce title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  )
}

const useColumns = (): Column<WebhookSubscription>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    { head: words.url, cell: (row) => row.url },
    { head: words.description, cell: (row) => <GivenName of={row.description} /> },
    {
      head: words.events,
      cell: ({ events }) =>
        events.includes('*')
          ? words.allEvents
          : events.length === 1
            ? events[0]
            : words.count(events.length.toLocaleString(locale)),
    },
    {
      head: common.status,
      isKept: true,
      cell: (row) => <Status value={row.is_active ? 'active' : 'inactive'} />,
    },
    { head: words.created, cell: (row) => <Time at={row.created_at} /> },
  ]
}

/** The deliveries that wait, as far as the interface reports them. */
const Queue = ({ side }: { side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const may = useMay()
  const { data } = useRead(side.health, {}, { isOn: may(side.health) })
  if (data === undefined) return null
  const oldest = data.oldest_pending_seconds
  return (
    <span className="card-end">
      <Status value={data.status} />
      <span className="quiet small">
        {words.waiting(data.pending_deliveries.toLocaleString(locale))}
        {oldest !== null && ` · ${words.oldest(oldest.toLocaleString(locale))}`}
      </span>
    </span>
  )
}

export default SubscriptionList
