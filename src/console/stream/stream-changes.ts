/** GET /console/api/stream: ids that changed, as server-sent events; ends with the session. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../core/problem.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession, Origin, Sessions } from '../session/sessions.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { ChangeRow, Cursor } from './change-store.ts'
import { openVisibility } from './visible-changes.ts'

const CHECK_MS = 5_000
const COMMENT_EVERY = 4 // checks; keeps proxies in between from closing an idle connection
const OF_PERSON_MAX = 10
const CURSOR = /^([0-9]{1,20})\.([0-9]{1,19})$/

export interface Streams {
  /** Goes on until the browser leaves, the session ends or all are closed. */
  begin(request: FastifyRequest, reply: FastifyReply, session: OpenSession, origin: Origin): Promise<void>
  close(): void
}

export const openStreams = (services: ConsoleServices, sessions: Sessions, feed: ChangeFeed): Streams => {
  const endings = new Set<() => void>()
  const openOf = new Map<string, number>()

  const begin: Streams['begin'] = async (request, reply, first, origin) => {
    const { tenantId, userId } = first.row
    const person = `${tenantId} ${userId}`
    if ((openOf.get(person) ?? 0) >= OF_PERSON_MAX)
      throw new Problem('rate_limit_exceeded', { detail: `A person has at most ${OF_PERSON_MAX} streams at once.` })
    let changesFor = openVisibility(services.endpoints(), first)
    const { raw } = reply
    const send = (rows: readonly ChangeRow[]): void => {
      for (const row of rows)
        for (const change of changesFor(row))
          raw.write(`id: ${row.xid}.${row.seq}\ndata: ${JSON.stringify(change)}\n\n`)
    }
    openOf.set(person, (openOf.get(person) ?? 0) + 1)
    const from = cursorIn(request.headers['last-event-id'])
    const held: ChangeRow[] = []
    let isOpen = false
    const followed = await feed.follow(tenantId, from, (rows) => (isOpen ? send(rows) : void held.push(...rows)))
    reply.hijack()
    raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 1000\n\n')
    if (!followed.isWhole) raw.write(`data: ${JSON.stringify({ kind: 'all', id: '', type: 'reset' })}\n\n`)
    send(held)
    isOpen = true

    let checks = 0
    const check = async (): Promise<void> => {
      try {
        changesFor = openVisibility(services.endpoints(), await sessions.find(origin, false))
        if (++checks % COMMENT_EVERY === 0) raw.write(': still here\n\n')
      } catch (error) {
        if (error instanceof Problem && error.status === 401) end()
      }
    }
    const timer = setInterval(() => void check(), CHECK_MS)
    const end = (): void => void raw.end()
    endings.add(end)
    raw.on('close', () => {
      clearInterval(timer)
      followed.stop()
      endings.delete(end)
      openOf.set(person, (openOf.get(person) ?? 1) - 1)
    })
  }
  return {
    begin,
    close: () => {
      for (const end of endings) end()
    },
  }
}

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))

/** Null: from now on. */
const cursorIn = (header: string | string[] | undefined): Cursor | null => {
  const [, xid, seq] = CURSOR.exec(String(header ?? '')) ?? []
  return xid === undefined || seq === undefined ? null : { xid, seq }
}
