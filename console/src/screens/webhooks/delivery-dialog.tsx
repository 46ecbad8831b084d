/** One attempt, loaded by its id: the request, the response, and its signature explained. */
import { type ReactNode, useState } from 'react'
import type { WebhookDelivery } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { usePlatformNow } from '../../api/platform-now.ts'
import { getTraceByCorrelationId, getTransactionsById } from '../../generated/operations.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { To } from '../../parts/link.tsx'
import { Facts } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { Ago, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { findNextAttempt, toDeliveryOutcome } from './delivery-outcome.ts'
import type { Side } from './side.ts'
import { SignatureExplainer } from './signature-explainer.tsx'
import { TEXTS } from './texts.ts'

interface Payload {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const payloadOf = (text: string | null): Payload | null => {
  try {
    return text === null ? null : (JSON.parse(text) as Payload)
  } catch {
    return null
  }
}

const readHeader = (payload: Payload | null, name: string): string =>
  Object.entries(payload?.headers ?? {}).find(([each]) => each.toLowerCase() === name)?.[1] ?? ''

interface DialogProps {
  readonly id: string
  readonly side: Side
  readonly onClose: () => void
}

export const DeliveryDialog = ({ id, side, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const delivery = useRead(side.delivery, { path: { delivery_id: id } })
  return (
    <Dialog title={delivery.data?.event_type ?? words.delivery} isOpen onClose={onClose} className="wide-modal">
      <Reading of={delivery} lines={10}>
        {(read) => <Attempt of={read} side={side} />}
      </Reading>
    </Dialog>
  )
}

const Attempt = ({ of, side }: { of: WebhookDelivery; side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const may = useMay()
  const now = usePlatformNow()
  const next = findNextAttempt(of, now)
  const [isExplained, setExplained] = useState(false)
  const sent = payloadOf(of.request_payload)
  const answered = payloadOf(of.response_payload)
  return (
    <>
      <Facts
        rows={[
          [common.status, <Status key="s" value={toDeliveryOutcome(of, now)} />],
          [words.result, of.http_status_code ?? words.noAnswer],
          [common.reason, of.error_message],
          [words.took, words.ms(of.duration_ms.toLocaleString(locale))],
          [words.next, next && <Ago key="n" at={next} />],
          [common.time, <Time key="t" at={of.created} />],
          [common.id, <Id key="i" value={of.event_id} />],
        ]}
      />
      <p className="card-end">
        {side.name === 'cards' && of.transaction_id !== null && may(getTransactionsById) && (
          <To to={`/payments/${of.transaction_id}`}>{words.ofPayment}</To>
        )}
        {of.correlation_id !== null && may(getTraceByCorrelationId) && (
          <To to={`/traces/${of.correlation_id}`}>{words.trace}</To>
        )}
      </p>
      <div className="beside">
        <section aria-label={words.sent}>
          <h3>{words.sent}</h3>
          <TextBlock label={words.headers} text={sent && JSON.stringify(sent.headers)} />
          <TextBlock label={words.body} text={sent?.body} />
        </section>
        <section aria-label={words.answered}>
          <h3>{words.answered}</h3>
          {answered === null && <p className="quiet">{words.noAnswer}</p>}
          <TextBlock label={words.headers} text={answered && JSON.stringify(answered.headers)} />
          <TextBlock label={words.body} text={of.response_body} />
        </section>
      </div>
      {isExplained ? (
        <SignatureExplainer
          timestamp={readHeader(sent, 'x-service-timestamp')}
          body={sent?.body ?? ''}
          header={readHeader(sent, 'x-service-signature')}
        />
      ) : (
        <div className="form-end">
          <button type="button" className="button" onClick={() => setExplained(true)}>
            {words.explain}
          </button>
        </div>
      )}
    </>
  )
}
