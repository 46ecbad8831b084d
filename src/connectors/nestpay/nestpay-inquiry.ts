/** Asks NestPay for its records of one order: the status, and if that is not enough the history too. */
import type { CallContext, Configuration, Observation } from '../attempt.ts'
import type { XmlElement } from '../transport/xml.ts'
import { openFault, unreadableObservation, type XmlResponse } from '../transport/xml-call.ts'
import type { NestpayAccount } from './nestpay-account.ts'
import { type HistoryLine, historyLines, type OrderStatus, orderStatus, statusOfSale } from './nestpay-order.ts'
import { historyRequest, statusRequest } from './nestpay-requests.ts'

type Unfound = Extract<Observation, { kind: 'not_found' | 'no_answer' }>

export type Ask = (
  configuration: Configuration,
  content: (account: NestpayAccount) => XmlElement,
  context: CallContext,
) => Promise<XmlResponse>

interface NestpayInquiry {
  /** Returns the status of the sale or pre-authorization, even if credits followed it. */
  status(
    configuration: Configuration,
    orderId: string,
    context: CallContext,
  ): Promise<{ kind: 'found'; status: OrderStatus } | Unfound>
  order(
    configuration: Configuration,
    orderId: string,
    context: CallContext,
  ): Promise<{ kind: 'found'; status: OrderStatus; lines: readonly HistoryLine[] } | Unfound>
}

export const openNestpayInquiry = (ask: Ask): NestpayInquiry => {
  const last = async (configuration: Configuration, orderId: string, context: CallContext) => {
    const answer = await ask(configuration, (account) => statusRequest(account, orderId), context)
    if (answer.kind !== 'read') return unanswered(answer)
    const status = orderStatus(answer.content, orderId)
    if (status === 'not_found') return { kind: 'not_found' } as const
    return status ? ({ kind: 'found', status } as const) : unclear('status')
  }
  const order: NestpayInquiry['order'] = async (configuration, orderId, context) => {
    const found = await last(configuration, orderId, context)
    if (found.kind !== 'found') return found
    const answer = await ask(configuration, (account) => historyRequest(account, orderId), context)
    if (answer.kind !== 'read') return unanswered(answer)
    const lines = historyLines(answer.content)
    const status = lines && statusOfSale(found.status, lines)
    return status ? { kind: 'found', status, lines } : unclear('history')
  }
  return {
    order,
    async status(configuration, orderId, context) {
      const found = await last(configuration, orderId, context)
      return found.kind === 'found' && found.status.isCredit ? order(configuration, orderId, context) : found
    },
  }
}

const unanswered = (answer: Exclude<XmlResponse, { kind: 'read' }>): Unfound => unreadableObservation(answer)

const unclear = (what: string): Unfound => ({
  kind: 'no_answer',
  fault: openFault(`the bank gave no ${what} of the order`).fault,
})
