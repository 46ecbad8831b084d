/** GET /console/api/stream: ids that changed, as server-sent events; ends with the session. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { every } from '../../infra/process/every.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession, Origin, Sessions } from '../session/sessions.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ChangeRow, Cursor } from './change-store.ts'
import { createVisibility } from './visible-changes.ts'

const CHECK_MS = 5_000
const COMMENT_EVERY = 4 // checks; keeps proxies in between from closing an idle connection
const OF_PERSON_MAX = 10
const STREAM_TYPE = 'text/event-stream; charset=utf-8'
const CURSOR = /^([0-9]{1,20})\.([0-9]{1,19})$/
const XID_MAX = 2n ** 64n - 1n
const SEQ_MAX = 2n ** 63n - 1n

export interface Streams {
  /** Goes on until the browser leaves, the session ends or all are closed. */
  begin(request: FastifyRequest, reply: FastifyReply, session: OpenSession, origin: Origin): Promise<void>
  close(): void
}

export const createStreams = (services: ConsoleServices, sessions: Sessions, feed: ChangeFeed): Streams => {
  const endings = new Set<() => void>()
  const seats = openSeats()

  const begin: Streams['begin'] = async (request, reply, first, origin) => {
    const { tenantId, userId } = first.row
    const leave = seats.take(`${tenantId} ${userId}`)
    const { raw } = reply
    let changesFor = createVisibility(services.endpoints(), first)
    let isOpen = false
    const end = (): void => {
      isOpen = false
      raw.end()
    }
    /** Returns false if the session has ended, and the stream with it. */
    const isStillSignedIn = async (): Promise<boolean> => {
      try {
        changesFor = createVisibility(services.endpoints(), await sessions.find(origin, false))
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) return isOpen // of this moment: asked again soon
        end()
      }
      return isOpen
    }
    const send = (rows: readonly ChangeRow[]): void => {
      for (const row of rows)
        for (const change of changesFor(row))
          raw.write(`id: ${row.xid}.${row.seq}\ndata: ${JSON.stringify(change)}\n\n`)
    }
    // Changes are sent one after the other, each only while the session is valid.
    let told: Promise<void> = Promise.resolve()
    const tell = (rows: readonly ChangeRow[]): void => {
      told = told.then(async () => {
        if (rows.some((row) => changesFor(row).length > 0) && (await isStillSignedIn())) send(rows)
      })
    }
    const past: ChangeRow[] = []
    const followed = await feed
      .follow(tenantId, cursorIn(request.headers['last-event-id']), (rows) =>
        isOpen ? tell(rows) : void past.push(...rows),
      )
      .catch(leaveOnFailure(leave))
    reply.hijack()
    const quit = (): void => {
      followed.stop()
      leave()
    }
    if (raw.closed) return quit() // the browser has closed the connection in between
    raw.writeHead(200, { ...buildHeaders(reply), 'content-type': STREAM_TYPE, 'x-accel-buffering': 'no' })
    raw.write('retry: 1000\n\n')
    if (!followed.isWhole) raw.write(`data: ${JSON.stringify({ kind: 'all', id: '', type: 'reset' })}\n\n`)
    send(past)
    isOpen = true

    let checks = 0
    const stop = every(
      CHECK_MS,
      () => void isStillSignedIn().then((is) => is && ++checks % COMMENT_EVERY === 0 && raw.write(': still here\n\n')),
    )
    endings.add(end)
    raw.on('close', () => {
      isOpen = false
      stop()
      endings.delete(end)
      quit()
    })
  }
  return {
    begin,
    close: () => {
      for (const end of endings) end()
    },
  }
}

const leaveOnFailure =
  (leave: () => void) =>
  (error: unknown): never => {
    leave()
    throw error
  }

/** Streams that are open or about to be, by person. */
const openSeats = () => {
  const taken = new Map<string, number>()
  return {
    /** Returns what gives it back. */
    take(person: string): () => void {
      const before = taken.get(person) ?? 0
      if (before >= OF_PERSON_MAX)
        throw new Problem('rate_limit_exceeded', {
          detail: phrase`A person has at most ${OF_PERSON_MAX} streams at once.`,
        })
      taken.set(person, before + 1)
      return () => {
        const left = (taken.get(person) ?? 1) - 1
        if (left === 0) taken.delete(person)
        else taken.set(person, left)
      }
    },
  }
}

const buildHeaders = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))

/** Returns null to follow from now on. */
const cursorIn = (header: string | string[] | undefined): Cursor | null => {
  const [, xid, seq] = CURSOR.exec(String(header ?? '')) ?? []
  const isKnown = xid !== undefined && seq !== undefined && BigInt(xid) <= XID_MAX && BigInt(seq) <= SEQ_MAX
  return isKnown ? { xid, seq } : null
}
