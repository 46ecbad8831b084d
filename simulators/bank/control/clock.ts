/** /control/clock and /control/day-end: the bank's time and its business day. */
import type { FastifyInstance } from 'fastify'
import { bringUpToDate, endDay } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'

const BODY = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: { now: { type: 'string' }, advance_s: { type: 'integer' } },
} as const
const EARLIEST_MS = Date.UTC(2020, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

export const controlClock = (server: FastifyInstance, { ledger }: Bank, onMoved: () => Promise<void>): void => {
  const { books } = ledger
  const shown = () => ({ now: new Date(ledger.now()).toISOString(), batch: books.batch })
  server.get('/control/clock', async () => shown())
  server.post<{ Body: { now?: string; advance_s?: number } }>(
    '/control/clock',
    { schema: { body: BODY } },
    async (request, reply) => {
      const { now, advance_s } = request.body
      const target = now === undefined ? ledger.now() + advance_s! * 1_000 : Date.parse(now)
      if (!(target >= EARLIEST_MS && target < LATEST_MS))
        return reply.code(400).send({ error: 'the years 2020 to 2099 can be set' })
      ledger.commit({ kind: 'clock', offset_ms: target - Date.now() })
      bringUpToDate(ledger)
      await ledger.durable()
      await onMoved()
      return shown()
    },
  )
  server.post('/control/day-end', async () => {
    endDay(ledger)
    await ledger.durable()
    await onMoved()
    return { closed: books.batch - 1, batch: books.batch }
  })
}
