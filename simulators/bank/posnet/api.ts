/** POST /posnet/PosnetWebService/XML: payments, captures, reversals, refunds, the calls around 3D Secure, and agreement. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import type { Bank } from '../bank-parts.ts'
import type { Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { type GatewayRefusal, MANNER, refuse } from './answer.ts'
import { chargeWork } from './charge.ts'
import { type OperationName, parseAmount } from './fields.ts'
import { agreementWork } from './inquiry.ts'
import { captureWork, refundWork, reverseWork } from './operation.ts'
import { type PosnetRequest, readRequest } from './read-request.ts'
import { resolveWork, sealWork, tranWork } from './three-d.ts'

export const posnetApi: GatewayApi<PosnetRequest, GatewayRefusal> = {
  path: '/posnet/PosnetWebService/XML',
  face: 'posnet',
  manner: MANNER,
  read: readRequest,
  describe({ operation, fields, result }) {
    const amount = operation === 'oosTranData' ? result?.amount : parseAmount(fields.amount ?? '')
    return {
      operation: operation === 'oosTranData' ? (result?.operation ?? 'unreadable') : NAMES[operation],
      ...(fields.ccno ? { card: maskCard(fields.ccno) } : {}),
      ...(amount === undefined ? {} : { amount }),
      authenticated: operation === 'oosTranData',
    }
  },
  work: (bank, read) => WORKS[read.operation](bank, read),
  refuse,
}

/** Names by which a fault chooses a call. */
const NAMES: Readonly<Record<Exclude<OperationName, 'oosTranData'>, string>> = {
  sale: 'sale',
  auth: 'preauth',
  capt: 'capture',
  reverse: 'void',
  return: 'refund',
  agreement: 'status',
  oosRequestData: 'seal',
  oosResolveMerchantData: 'resolve',
}

const WORKS: Readonly<Record<OperationName, (bank: Bank, read: PosnetRequest) => Work>> = {
  sale: (bank, read) => chargeWork(bank, read, 'sale'),
  auth: (bank, read) => chargeWork(bank, read, 'preauth'),
  capt: captureWork,
  reverse: reverseWork,
  return: refundWork,
  agreement: agreementWork,
  oosRequestData: sealWork,
  oosResolveMerchantData: resolveWork,
  oosTranData: tranWork,
}
