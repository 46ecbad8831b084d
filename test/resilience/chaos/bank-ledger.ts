/** The bank's own ledger: one line per message between the platform and the bank, written before it takes effect. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Attempt, OperationType, PaymentOperation } from '../../../src/connectors/attempt.ts'
import type { Connector } from '../../../src/connectors/port.ts'
import type { Place } from './plan.ts'

export type Bank = Connector

export interface LedgerLine {
  word: 'asked' | 'answered' | 'inquired'
  operation: OperationType
  transaction: string
  reference: string
  configuration: string
  /** The bank's response; absent while only the request was seen. */
  said?: string
  minor: number
}

export const withLedger = (
  bank: Bank,
  path: string | undefined,
  reach: (place: Place) => Promise<void> | undefined,
): Bank => {
  const note = (
    word: LedgerLine['word'],
    { operation, transactionId, reference, configuration, amount }: Attempt | PaymentOperation,
    said?: string,
  ) => {
    const line = {
      word,
      operation,
      transaction: transactionId,
      reference,
      configuration: configuration.id,
      said,
      minor: amount.minor,
    }
    if (path !== undefined) appendFileSync(path, `${JSON.stringify(line)}\n`)
  }
  return {
    ...bank,
    async start(attempt, context) {
      note('asked', attempt)
      const outcome = await bank.start(attempt, context)
      note('answered', attempt, outcome.kind)
      await reach('after-call')
      return outcome
    },
    async inquire(attempt, context) {
      await reach('before-inquiry')
      const observation = await bank.inquire(attempt, context)
      note('inquired', attempt, observation.kind)
      await reach('after-inquiry')
      return observation
    },
    async operate(followUp, context) {
      note('asked', followUp)
      const outcome = await bank.operate!(followUp, context)
      note('answered', followUp, outcome.kind)
      await reach('after-call')
      return outcome
    },
    async inquireOperation(followUp, context) {
      await reach('before-inquiry')
      const observation = await bank.inquireOperation!(followUp, context)
      note('inquired', followUp, observation.kind)
      await reach('after-inquiry')
      return observation
    },
  }
}

/** A line cut by a kill ends the file at most once per kill; it is left out. */
export const readLedger = (path: string): LedgerLine[] =>
  !existsSync(path)
    ? []
    : readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((text) => {
          try {
            return [JSON.parse(text) as LedgerLine]
          } catch {
            return []
          }
        })
