/**
 * Attempts to deliver, for one subscription or all: what was sent, what came back, when it is retried; one can be sent
 * again.
 */
import { type ReactNode, useState } from 'react'
import type { Operations, WebhookDelivery } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, None, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { findNextAttempt, toDeliveryOutcome } from './delivery-outcome.ts'
import type { Side } from './side.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/webhook-subscriptions/deliveries']['query']>

const LOOK_MS = 10_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface DeliveriesProps {
  /** If absent, all subscriptions. */
  readonly subscriptionId?: string
  readonly side: Side
}

export const Deliveries = ({ subscriptionId, side }: DeliveriesProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ event, result, about = '', delivery }, change] = useAddress()
  const [replayed, setReplayed] = useState<WebhookDelivery | null>(null)
  const columns = useColumns(side, (id) => change({ delivery: id }), setReplayed)
  const types = useRead(side.types, {})
  const isUnreadable = about !== '' && !UUID.test(about)
  const deliveries = useRead(
    side.allDeliveries,
    {
      query: {
        subscription_id: subscriptionId,
        event_type: event as Query['event_type'],
        is_success: result === undefined || result === 'retrying' ? undefined : result === 'true',
        is_retrying: result === 'retrying' ? true : undefined,
        transaction_id: isUnreadable ? undefined : about,
        ...usePeriod('start_date', 'end_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true, everyMs: LOOK_MS },
  )
  return (
    <div>
      <Filters
        find={{ name: 'about', label: side.name === 'cards' ? words.aboutCards : words.aboutTransfers }}
        choices={[
          { name: 'event', label: words.event, options: (types.data ?? []).map((name) => [name, name]) },
          {
            name: 'result',
            label: words.outcome,
            options: [
              ['true', words.succeeded],
              ['false', words.failed],
              ['retrying', words.retrying],
            ],
          },
        ]}
        hasPeriod
      />
      {isUnreadable && <p className="fault">{words.wholeId}</p>}
      <List
        of={deliveries}
        empty={{
          title: words.noDeliveries,
          hint: side.name === 'cards' ? words.noDeliveriesHint : words.noTransferHint,
        }}
      >
        {(rows) => (
          <div className="compact">
            <Table
              caption={words.deliveriesCaption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              noteOf={(row) => <Time at={row.created} />}
            />
          </div>
        )}
      </List>
      {delivery !== undefined && (
        <DeliveryDialog id={delivery} side={side} onClose={() => change({ delivery: undefined })} />
      )}
      {replayed !== null && (
        <WriteDialog
          operation={side.replay}
          inputOf={() => ({ path: { delivery_id: replayed.id } })}
          title={words.replay}
          hint={`${replayed.event_type}: ${words.replayHint}`}
          submit={words.replay}
          said={words.replayed}
          onClose={() => setReplayed(null)}
        />
      )}
    </div>
  )
}

const useColumns = (
  side: Side,
  onLook: (id: string) => void,
  onReplay: (delivery: WebhookDelivery) => void,
): Column<WebhookDelivery>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const now = usePlatformNow()
  return [
    {
      head: words.event,
      cell: (row) => (
        <>
          <strong>{row.event_type}</strong>
          <span className="only-phone">
            <Status value={toDeliveryOutcome(row, now)} />
          </span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <Status value={toDeliveryOutcome(row, now)} /> },
    {
      head: words.result,
      cell: (row) => row.http_status_code ?? <span className="quiet">{words.noAnswer}</span>,
    },
    {
      head: words.attempt,
      isFigure: true,
      cell: (row) =>
        `${row.attempt_number.toLocaleString(locale)} / ${(row.max_retry_count + 1).toLocaleString(locale)}`,
    },
    {
      head: words.next,
      cell: (row) => {
        const next = findNextAttempt(row, now)
        return next === null ? <None /> : <Ago at={next} />
      },
    },
    { head: common.time, cell: (row) => <Time at={row.created} /> },
    {
      head: common.details,
      isKept: true,
      cell: (row) => (
        <span className="row-actions">
          <button type="button" className="button" onClick={() => onLook(row.id)}>
            {words.look}
            <span className="unseen">: {row.event_type}</span>
          </button>
          <Action operation={side.replay} onPress={() => onReplay(row)}>
            {words.replay}
            <span className="unseen">: {row.event_type}</span>
          </Action>
        </span>
      ),
    },
  ]
}
