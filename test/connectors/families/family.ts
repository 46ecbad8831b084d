/** What a family says of its bank's messages; the tables of test/connectors run on it. */
import type { Attempt, Configuration, Outcome, PaymentOperationType } from '../../../src/connectors/attempt.ts'
import type { Connector } from '../../../src/connectors/port.ts'
import { money } from '../../../src/core/money.ts'
import { attemptOf, configurationFor } from '../../support/attempts.ts'
import type { Script, Scriptwriter } from '../../support/scripted-bank.ts'
import type { Body } from '../../support/status-bank.ts'

export interface Family {
  /** An approved sale, and a decline that the table lists. */
  approval(orderId: string): string
  refusal(orderId: string): string
  /** The answer to an inquiry about an order that the bank does not have. */
  unknownOrder(orderId: string): string
  readonly contentType: Body['type']
  /** Answers in the right format that name no order. */
  readonly nameless: readonly string[]
  /** What is answered to the questions and commands of the recorded requests. */
  readonly recorded: Scriptwriter
  /** The bank's answers name no order: theirs is known by the connection alone. */
  readonly namesNoOrder?: true
  /** What is asked around a challenge: an answer that begins one, and what the browser brings back. */
  readonly challenge?: { readonly begun: Script; readonly callback: Readonly<Record<string, string>> }
  /** Texts that the request log must not hold, beside those of every family. */
  readonly secret: readonly string[]
  /** Configurations that are complete and wrong, by the member to fix. */
  readonly faultySettings: readonly [changes: Partial<Configuration>, field: string][]
  readonly outcomes: readonly [name: string, script: Script, kind: Outcome['kind'], code: string][]
  /** Whether an unknown outcome counts for the breaker; undefined: unless it says false. */
  readonly breaker: readonly [counts: boolean | undefined, scripts: readonly Script[]][]
  /** A sale and a pre-authorization of 149.90. */
  readonly inquiries: readonly [name: string, script: Script | Scriptwriter, sale: string, preAuth: string][]
  readonly reversals: readonly [name: string, scripts: readonly Script[], result: string][]
  /** Operations of 50.00, what was recorded before them, the outcome. */
  readonly followUps: readonly [
    PaymentOperationType,
    before: readonly [captured: number, refunded: number],
    name: string,
    script: Script,
    kind: string,
  ][]
}

export const NUMBER = '4111111111111111'
export const ORDER = 'V0190e3b0000070008000000000000a01'

export const attemptAt = (connector: Connector, url: string | null, changes: Partial<Attempt> = {}): Attempt =>
  attemptOf(NUMBER, {
    reference: ORDER,
    amount: money(14_990, 'TRY'),
    configuration: configurationFor(connector, url),
    ...changes,
  })
