/** The three gates that take a KuveytTurkVPosMessage. */
import type { GatewayApi } from '../acquirer/api-route.ts'
import { maskCard } from '../world/cards.ts'
import { MANNER, refusedAnswer } from './answer.ts'
import { provisionWork, saleWork } from './charge.ts'
import { enrollWork, refusedPage } from './enroll.ts'
import { parseMinor } from './fields.ts'
import { type KuveytMessage, type ReadRefusal, readGateMessage } from './read-message.ts'

type Gate = GatewayApi<KuveytMessage, ReadRefusal>

const describedAs =
  (operation: string, authenticated: boolean): Gate['describe'] =>
  ({ fields: { CardNumber, Amount = '' } }) => {
    const amount = parseMinor(Amount)
    return {
      operation,
      ...(CardNumber ? { card: maskCard(CardNumber) } : {}),
      ...(amount === undefined ? {} : { amount }),
      authenticated,
    }
  }

const COMMON = {
  face: 'kuveyt',
  manner: MANNER,
  read: readGateMessage,
  refuse: (_bank, _orderId, { refusal }) => refusedAnswer(refusal),
} satisfies Omit<Gate, 'path' | 'describe' | 'work'>

const HOME = '/kuveyt/ServiceGateWay/Home'

export const kuveytSale: Gate = {
  ...COMMON,
  path: `${HOME}/Non3DPayGate`,
  describe: describedAs('sale', false),
  work: saleWork,
}

export const kuveytEnroll: Gate = {
  ...COMMON,
  path: `${HOME}/ThreeDModelPayGate`,
  manner: { charset: 'utf-8', contentType: 'text/html; charset=utf-8' },
  describe: describedAs('gate', false),
  work: enrollWork,
  refuse: (bank, _orderId, { fields, refusal }) => refusedPage(bank, fields, refusal),
}

export const kuveytProvision: Gate = {
  ...COMMON,
  path: `${HOME}/ThreeDModelProvisionGate`,
  describe: describedAs('sale', true),
  work: provisionWork,
}
