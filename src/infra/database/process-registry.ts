/** Says that this process lives: an advisory lock under its number, which the server drops the moment it dies. */
import { keepConnection } from './reconnecting-client.ts'

/** First key of the advisory locks of running processes. */
export const PRESENCE_CLASS = 7_281_001
const RETRY_MS = 500
const GATHER_MS = 4 * RETRY_MS // after the server was away, the others come back within this

export interface Presence {
  /** Goes into lease_owner of what this process works on. */
  readonly processNo: number
  /** False while this process, and so perhaps all of them, has to say again that it lives: nobody's lease is taken over then. */
  seesOthers(): boolean
  close(): Promise<void>
}

/** Owners whose process lives, as SQL: a lease of anybody else may be taken over at once. */
export const LIVING_OWNERS = `select objid::int from pg_locks
  where locktype = 'advisory' and classid = ${PRESENCE_CLASS} and granted`

export const openPresence = async (url: string, onError: (error: Error) => void): Promise<Presence> => {
  let processNo = 0
  let isBack = 0
  const connection = await keepConnection({
    url,
    name: 'vezne-presence',
    retryMs: RETRY_MS,
    onError,
    async begin(client, isFirst) {
      if (isFirst) {
        const { rows } = await client.query<{ n: number }>(`select nextval('process_numbers')::int as n`)
        processNo = rows[0]?.n as number
      }
      await client.query('select pg_advisory_lock($1, $2)', [PRESENCE_CLASS, processNo])
      if (!isFirst) isBack = performance.now()
    },
  })
  return {
    processNo,
    seesOthers: () => connection.current() !== undefined && (isBack === 0 || performance.now() - isBack > GATHER_MS),
    close: () => connection.close(),
  }
}
