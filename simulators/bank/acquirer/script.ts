/**
 * How the card's bank behaves, by the card's result, the amount's trigger and the card code. Equal seed and order give
 * equal outcomes.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Card } from '../world/cards.ts'

export interface Script {
  /** 00 approves. */
  readonly code: string
  readonly booked: boolean
  readonly delayMs: number
  /** No response; the connection is closed after this many ms (at most until the caller closes it). */
  readonly silentMs?: number
  readonly httpStatus?: number
}

export const BAD_CVVS: ReadonlySet<string> = new Set(['999', '9999'])
const SILENT_MS = 3_000
const HELD_MS = 120_000 // longer than every connector's deadline

interface Scene {
  readonly seed: string
  readonly orderId: string
  readonly amount: number
  readonly badCvv: boolean
  readonly authenticated: boolean
}

export const findScript = (card: Card, scene: Scene): Script => {
  if (scene.badCvv) return declining('82')
  if (card.result === 'Success') return amountScript(scene.amount) ?? { ...approving, delayMs: card.delayMs }
  switch (card.result) {
    case 'Timeout':
      if (card.delayMs > 0) return { ...declining('99'), silentMs: card.delayMs }
      return { ...(draw(scene) % 2 === 0 ? approving : declining('99')), silentMs: HELD_MS }
    case 'ThreeDSecureRequired':
      return scene.authenticated ? approving : declining('1A')
    case 'RandomFailure':
      return card.code === 'random' ? answerScript(RANDOM[draw(scene) % RANDOM.length]!) : oddOrder(scene, card.code)
    default:
      return answerScript(card.code)
  }
}

/** A bank that neither responds nor posts does not remember the call either. */
export const isAnswered = ({ silentMs, httpStatus }: Script): boolean =>
  silentMs === undefined && httpStatus === undefined

/** The kuruş part of the amount selects the script for callers that cannot change the card. */
export const amountScript = (amount: number): Script | undefined => {
  const code = TRIGGERS[amount % 100]
  if (code === undefined) return undefined
  return code === '68' ? { ...declining(code), silentMs: SILENT_MS } : declining(code)
}
const TRIGGERS: Readonly<Record<number, string>> = { 51: '51', 5: '05', 91: '91', 68: '68' }

const RANDOM = ['00', '05', '91', '96', '500']

const approving: Script = { code: '00', booked: true, delayMs: 0 }
const declining = (code: string): Script => ({ code, booked: false, delayMs: 0 })

const answerScript = (code: string): Script => {
  if (code === '00') return approving
  return code === '500' ? { ...declining('96'), httpStatus: 500 } : declining(code)
}

const oddOrder = ({ orderId }: Scene, code: string): Script =>
  createHash('sha256').update(orderId).digest()[0]! % 2 === 1 ? declining(code) : approving

const draw = ({ seed, orderId }: Scene): number => createHmac('sha256', seed).update(orderId).digest().readUInt32BE(0)
