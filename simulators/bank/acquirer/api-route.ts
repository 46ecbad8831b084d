/** The address of a gateway that a merchant's program calls, the same way for every family: read, refuse or work, answer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank-parts.ts'
import type { Protocol } from '../ledger/facts.ts'
import { type Answer, type Call, type Manner, serve, type Work } from '../wire/serve.ts'
import type { Merchant } from '../world/merchants.ts'
import { bringUpToDate } from './bank-day.ts'

/** A request that was understood, of a merchant whose credentials are right. */
interface ReadRequest {
  readonly text: string
  readonly orderId: string
  readonly merchant: Merchant
}

export interface UnreadRequest<Refusal> {
  readonly text: string
  readonly merchant: string
  readonly orderId: string
  readonly refusal: Refusal
  readonly violation?: string
}

/** Returns what refuses a request of this text; `more` says as much of it as was read. */
export const createRefusal =
  <Refusal>(text: string) =>
  (refusal: Refusal, more: Partial<UnreadRequest<Refusal>> = {}): UnreadRequest<Refusal> => ({
    text,
    merchant: '',
    orderId: '',
    refusal,
    ...more,
  })

export interface GatewayApi<Read extends ReadRequest, Refusal> {
  readonly path: string
  readonly face: Protocol
  readonly manner: Manner
  read(body: Buffer, lenient: boolean, bank: Bank, headers: IncomingHttpHeaders): Read | UnreadRequest<Refusal>
  /** Facts about the request that faults are chosen by; the card is masked. */
  describe(read: Read, bank: Bank): Pick<Call, 'operation' | 'card' | 'amount' | 'authenticated'>
  work(bank: Bank, read: Read): Work
  refuse(bank: Bank, orderId: string, refusal: Refusal): Answer
}

export const apiRoute = <Read extends ReadRequest, Refusal>(
  server: FastifyInstance,
  bank: Bank,
  gateway: GatewayApi<Read, Refusal>,
): void => {
  server.post(gateway.path, apiHandler(bank, gateway))
}

/** For an address that browsers bring their forms to, too. */
export const apiHandler =
  <Read extends ReadRequest, Refusal>(bank: Bank, { path, face, manner, ...gateway }: GatewayApi<Read, Refusal>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    bringUpToDate(bank.ledger)
    const read = gateway.read(request.body as Buffer, bank.lenient, bank, request.headers)
    if (!('refusal' in read)) {
      const { text, orderId, merchant } = read
      const call = {
        path,
        request: text,
        face,
        merchant: merchant.id,
        order_id: orderId,
        ...gateway.describe(read, bank),
      }
      return serve(bank, reply, call, manner, gateway.work(bank, read))
    }
    const { merchant, orderId, refusal, violation, text } = read
    if (violation) violate(bank, { merchant, orderId }, violation)
    const call = { path, request: text, face, merchant, order_id: orderId, operation: 'unreadable' }
    return serve(bank, reply, call, manner, () => gateway.refuse(bank, orderId, refusal))
  }

/** Counts a breach of the protocol, for the verdict of a test. */
export const violate = (
  { ledger }: Bank,
  { merchant, orderId }: { readonly merchant: string; readonly orderId: string },
  violation: string,
): void => ledger.commit({ kind: 'violation', violation, merchant, order_id: orderId })
