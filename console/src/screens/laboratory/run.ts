/** Runs a scenario: one payment, or two under one key; responses are stored as they come. */
import { useState } from 'react'
import type { CreatePayment, Init3DFull, PaymentResult, TestCard } from '../../../../sdk/src/generated/cards.ts'
import { call } from '../../api/call.ts'
import { findProblem } from '../../api/problem.ts'
import { postPayments, postPayments3dInit } from '../../generated/operations.ts'
import { pickWrongCode, SCENARIOS, type ScenarioName } from './scenarios.ts'

export interface RunAnswer {
  readonly tookMs: number
  /** The error, or null. */
  readonly error: unknown
  readonly result: PaymentResult | null
}

export interface Run {
  readonly name: ScenarioName
  /** Identifies the payment before its response has come. */
  readonly externalId: string
  readonly startedAt: number
  readonly count: number
  readonly answers: readonly RunAnswer[]
}

interface Choice {
  readonly name: ScenarioName
  readonly card: TestCard
  readonly minor: number
  readonly merchantId: string | undefined
}

const OTHER_AMOUNT_MINOR = 100

const buildBody = ({ name, card, minor }: Choice, externalId: string): CreatePayment => ({
  external_id: externalId,
  amount: { amount: minor, currency: 'TRY' },
  installment: 1,
  operation_type: SCENARIOS[name].isHeld ? 'pre_auth' : 'sale',
  card: {
    holder_name: card.card_holder_name ?? 'TEST CARD',
    number: card.card_number ?? '',
    expire_month: String(card.expiry_month).padStart(2, '0'),
    expire_year: String(card.expiry_year),
    cvv: SCENARIOS[name].hasWrongCode ? pickWrongCode(card) : (card.cvv ?? '000'),
  },
})

const sendOne = async (choice: Choice, body: CreatePayment, idempotencyKey: string): Promise<RunAnswer> => {
  const started = performance.now()
  const options = { idempotencyKey, merchantId: choice.merchantId }
  const took = (): number => Math.round(performance.now() - started)
  try {
    const secured: Init3DFull = { ...body, return_url: `${location.origin}/console/laboratory` }
    const result = SCENARIOS[choice.name].is3d
      ? await call(postPayments3dInit, { body: secured }, options)
      : await call(postPayments, { body }, options)
    return { tookMs: took(), error: null, result }
  } catch (error) {
    return { tookMs: took(), error, result: null }
  }
}

/** Returns the payment a response names, including a refusal of the bank. */
export const findPaymentId = ({ result, error }: RunAnswer): string | undefined =>
  result?.transaction_id ?? (findProblem(error) as { transaction_id?: string } | null)?.transaction_id

export const useRun = () => {
  const [run, setRun] = useState<Run | null>(null)
  const start = (choice: Choice): void => {
    const externalId = `lab-${crypto.randomUUID().slice(0, 13)}`
    const key = crypto.randomUUID()
    const { pair } = SCENARIOS[choice.name]
    const body = buildBody(choice, externalId)
    const other = { ...body, amount: { ...body.amount, amount: body.amount.amount + OTHER_AMOUNT_MINOR } }
    setRun({ name: choice.name, externalId, startedAt: Date.now(), count: pair ? 2 : 1, answers: [] })
    const keep = (answer: RunAnswer): void =>
      // A response of an earlier run is discarded.
      setRun((now) => (now?.externalId === externalId ? { ...now, answers: [...now.answers, answer] } : now))
    const first = sendOne(choice, body, key)
    void first.then(keep)
    if (pair === 'equal') void sendOne(choice, body, key).then(keep)
    if (pair === 'other-amount') void first.then(() => sendOne(choice, other, key)).then(keep)
  }
  return { run, start }
}
