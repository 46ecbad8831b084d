/** /control/faults: arms, lists and removes faults. */
import type { FastifyInstance } from 'fastify'
import type { Bank } from '../bank-parts.ts'
import { REFUSE_CONNECT } from '../faults/catalogue.ts'
import type { ArmedFault } from '../ledger/books.ts'
import { armedFault, FAULT_SCHEMA, type FaultBody } from './fault-bodies.ts'

const REFUSE_MS = 1_000

export const controlFaults = (server: FastifyInstance, bank: Bank, closePort: (ms: number) => void): void => {
  const { ledger } = bank
  server.put<{ Body: FaultBody | FaultBody[] }>(
    '/control/faults',
    { schema: { body: FAULT_SCHEMA } },
    async (request, reply) => {
      const bodies = [request.body].flat()
      const closing = bodies.find(({ kind }) => kind === REFUSE_CONNECT)
      const facts = bodies.filter(({ kind }) => kind !== REFUSE_CONNECT).map(armedFault)
      const wrong = facts.find((fact) => typeof fact === 'string')
      if (wrong) return reply.code(400).send({ error: wrong })
      if (closing) ledger.commit(portClosed)
      for (const fact of facts) if (typeof fact !== 'string') ledger.commit(fact)
      await ledger.durable()
      if (closing) reply.raw.once('finish', () => closePort(Number(closing.parameters?.for_ms ?? REFUSE_MS)))
      return {
        faults: facts
          .flatMap((fact) => (typeof fact === 'string' ? [] : [ledger.books.faults.get(fact.id)!]))
          .map(shown),
      }
    },
  )
  server.get('/control/faults', async () => ({ faults: [...ledger.books.faults.values()].map(shown) }))
  server.delete('/control/faults', async () => {
    const ids = [...ledger.books.faults.keys()]
    ledger.commit({ kind: 'faults_cleared', ids })
    await ledger.durable()
    return { cleared: ids }
  })
  server.delete<{ Params: { id: string } }>('/control/faults/:id', async ({ params: { id } }, reply) => {
    if (!ledger.books.faults.has(id)) return reply.code(404).send({ error: `no fault ${id}` })
    ledger.commit({ kind: 'faults_cleared', ids: [id] })
    await ledger.durable()
    return { cleared: [id] }
  })
}

/** Takes effect when it is armed, and moves no money. */
const portClosed = {
  kind: 'fault_fired',
  id: REFUSE_CONNECT,
  fault: REFUSE_CONNECT,
  merchant: '',
  order_id: '',
  operation: '',
  money: 'not_moved',
} as const

const shown = ({ id, fault, match, times, probability, seed, parameters, fired }: ArmedFault) => ({
  id,
  kind: fault,
  match,
  times,
  fired,
  probability,
  seed,
  parameters,
})
