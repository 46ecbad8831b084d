/** The service of Kuveyt Türk: void, refunds and inquiry. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import type { Answer } from '../wire/serve.ts'
import { MANNER } from './answer.ts'
import { parseMinor } from './fields.ts'
import { detailWork } from './inquiry.ts'
import { operationWork } from './operation.ts'
import { type CallRefusal, type KuveytCall, OPERATIONS, readCall } from './read-envelope.ts'
import { REFUSALS } from './refusals.ts'
import { wrongAnswer } from './service-answer.ts'
import { writeFault } from './xml.ts'

export const kuveytService: GatewayApi<KuveytCall, CallRefusal> = {
  path: '/kuveyt/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic',
  face: 'kuveyt',
  manner: MANNER,
  read: readCall,
  describe({ operation, message: { Amount = '' } }) {
    const amount = parseMinor(Amount)
    return { operation: OPERATIONS[operation], ...(amount === undefined ? {} : { amount }) }
  },
  work: (bank, call) =>
    call.operation === 'GetMerchantOrderDetail' ? detailWork(bank, call) : operationWork(bank, call),
  refuse: (_bank, _orderId, refusal) => refuse(refusal),
}

const refuse = ({ operation, refusal }: CallRefusal): Answer =>
  operation === undefined
    ? { text: writeFault(REFUSALS[refusal][1]), status: 500, booked: false }
    : wrongAnswer(operation, REFUSALS[refusal])
