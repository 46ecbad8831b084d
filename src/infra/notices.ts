/** Wakes other processes: "something of this kind changed". A hint only; whoever listens also looks on a timer. */
import { keepConnection } from './kept-connection.ts'

/** Topics: a cache is stale, the clock moved, deliveries are due. An empty text: all of it. */
export type Topic =
  | 'clock'
  | 'realms'
  | 'merchants'
  | 'plans'
  | 'connectors'
  | 'test_cards'
  | 'fraud_rules'
  | 'reference'
  | 'due'

export interface Notices {
  /** Tells every process, this one included. Not part of any transaction: call it after the commit. */
  tell(topic: Topic, text?: string): void
  /** Answers a function that stops listening. */
  on(topic: Topic, listener: (text: string) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'vezne'
const RECONNECT_MS = 1_000

export const openNotices = async (url: string, onError: (error: Error) => void): Promise<Notices> => {
  const listeners = new Map<Topic, Set<(text: string) => void>>()
  const hear = (topic: Topic, text: string): void => listeners.get(topic)?.forEach((listener) => void listener(text))
  const origin = `${process.pid}.${Math.random().toString(36).slice(2)}`
  const connection = await keepConnection({
    url,
    name: 'vezne-notices',
    retryMs: RECONNECT_MS,
    onError,
    async begin(client, isFirst) {
      client.on('notification', ({ payload = '' }) => {
        const [sender, topic, text = ''] = payload.split('|')
        if (sender !== origin) hear(topic as Topic, text)
      })
      await client.query(`listen ${CHANNEL}`)
      if (!isFirst) for (const topic of listeners.keys()) hear(topic, '') // whatever was told meanwhile is lost
    },
  })

  return {
    tell(topic, text = '') {
      hear(topic, text)
      connection
        .current()
        ?.query('select pg_notify($1, $2)', [CHANNEL, `${origin}|${topic}|${text}`])
        .catch(onError)
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    close: () => connection.close(),
  }
}
