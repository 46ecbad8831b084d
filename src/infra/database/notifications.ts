/** Notifies every process that something of a kind changed, and knows whether this process is sure to receive it. */
import { every } from '../process/every.ts'
import { PooledConnectionError } from './database-errors.ts'
import { openReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts'
import type { ServerClient } from './server-connection.ts'

/**
 * Topics, such as: a cache is stale, the clock moved, deliveries are due. The text names the tenant; an empty text
 * means all of them.
 */
export type Topic =
  | 'clock'
  | 'realms'
  | 'merchants'
  | 'plans'
  | 'identity_providers'
  | 'connectors'
  | 'test_cards'
  | 'fraud_rules'
  | 'fraud_blacklist' // an empty text means the platform's entries
  | 'reference'
  | 'due'
  | 'keys'
  | 'transfers'
  | 'settings'
  | 'mail'
  | 'monitors'
  | 'shards'

/** Tells whether notifications have been received, all of them or those about a tenant. */
export interface NotificationFreshness {
  /**
   * Returns true if every change of a watched table that was committed more than a second ago has been received here.
   */
  isCurrent(tenantId?: string): boolean
  /** Increases when a notification may have been missed: whatever was read before has to be read again. */
  epoch(tenantId?: string): number
}

export interface Notifications {
  /** Notifies every process, this one included. Not part of any transaction: call it after the commit. */
  publish(topic: Topic, text?: string): void
  /** Returns a function that stops listening. */
  subscribe(topic: Topic, listener: (text: string) => void): () => void
  readonly freshness: NotificationFreshness
  close(): Promise<void>
}

export const CHANNEL = 'vezne'
const RECONNECT_MS = 1_000
const PULSE_MS = 250
/**
 * How long a probe's answer is trusted: a change lost by a dying connection takes effect here after this time, within
 * the promised second.
 */
const SURE_MS = 800
const SILENT_MS = 3_000 // a connection that does not answer for this long is replaced

/** `look` is asked of the server itself with each probe. */
export const openNotifications = async (
  url: string,
  onError: (error: Error) => void,
  look: (client: ServerClient) => Promise<void> = async () => undefined,
  mayBeAway = false,
): Promise<Notifications> => {
  const listeners = new Map<Topic, Set<(text: string) => void>>()
  const hear = (topic: Topic, text: string): void => listeners.get(topic)?.forEach((listener) => void listener(text))
  const origin = `${process.pid}.${Math.random().toString(36).slice(2)}`
  let epoch = 0
  let sureUntil = 0
  const connection = await openReconnectingClient({
    url,
    name: 'vezne-notices',
    retryMs: RECONNECT_MS,
    onError,
    mayBeAway,
    async begin(client, isFirst) {
      client.on('notification', ({ payload = '' }) => {
        const [sender, topic, text = ''] = payload.split('|')
        if (sender !== origin) hear(topic as Topic, text)
      })
      await look(client)
      const sentAt = performance.now()
      await client.query(`listen ${CHANNEL}`)
      sureUntil = sentAt + SURE_MS
      if (isFirst) return
      epoch++
      for (const topic of listeners.keys()) hear(topic, '') // notifications sent meanwhile are lost, so every topic counts as changed
    },
  })
  const stopPulse = startPulse(connection, (client, sentAt) => {
    sureUntil = sentAt + SURE_MS
    look(client).catch(onError)
  })

  return {
    freshness: {
      isCurrent: () => connection.current() !== undefined && performance.now() < sureUntil,
      epoch: () => epoch,
    },
    publish(topic, text = '') {
      hear(topic, text)
      connection
        .current()
        ?.query('select pg_notify($1, $2)', [CHANNEL, `${origin}|${topic}|${text}`])
        .catch(onError)
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    close() {
      stopPulse()
      return connection.close()
    },
  }
}

/**
 * Probes the listening connection. The server delivers notifications before the answer to a later query, so
 * an answer proves that everything committed before the query has been received.
 */
const startPulse = (connection: ReconnectingClient, answered: (client: ServerClient, sentAt: number) => void) => {
  let asked: { client: unknown; sentAt: number } | undefined
  return every(PULSE_MS, () => {
    const client = connection.current()
    if (!client) return
    const sentAt = performance.now()
    if (asked?.client === client) {
      if (sentAt - asked.sentAt > SILENT_MS) connection.reconnect()
      return
    }
    const question = { client, sentAt }
    asked = question
    const done = (): void => {
      if (asked === question) asked = undefined
    }
    client.requireOwnSession().then(
      () => {
        done()
        if (connection.current() === client) answered(client, sentAt)
      },
      (error: unknown) => {
        done() // the connection is broken and will be replaced
        if (error instanceof PooledConnectionError) connection.reconnect()
      },
    )
  })
}
