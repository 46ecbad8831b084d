/** Answers of the service: what is wrong is in Results, and a code of the card's bank is in Value. */
import type { Bank } from '../bank-parts.ts'
import type { Answer } from '../wire/serve.ts'
import type { Pair } from '../wire/xml.ts'
import { businessKey, NO_TIME } from './answer.ts'
import type { Operation } from './read-envelope.ts'
import { NIL, writeEnvelope } from './xml.ts'

/** Some refusals have a text only. */
export type Wrong = readonly [code: string, text: string]

const ALWAYS: readonly Pair[] = [
  ['IsEnrolled', 'false'],
  ['IsVirtual', 'false'],
]

const extraPair = (extra: boolean): readonly Pair[] => (extra ? [['NewField', 'yeni alan: ğüşıöç']] : [])

const resultPair = ([code, text]: Wrong): Pair => [
  'Result',
  [
    ['ErrorMessage', text],
    ...(code === '' ? [] : [['ErrorCode', code] as Pair]),
    ['IsFriendly', 'true'],
    ['Severity', 'BusinessError'],
  ],
]

const FATAL: Wrong = ['IntegrationFatalException', 'İşlem şu an gerçekleştirilemiyor.']

/** A refusal of the service itself; an inquiry then has no value at all. An older version adds a second result. */
export const wrongAnswer = (operation: Operation, wrong: Wrong, extra = false, isOlder = false): Answer => {
  const value: readonly Pair[] = [
    ...ALWAYS,
    ['ResponseCode', 'DbLayerError'],
    ['OrderId', '0'],
    ['TransactionTime', NO_TIME],
    ['MerchantId', NIL],
    ['BusinessKey', '0'],
  ]
  return {
    text: writeEnvelope(operation, [
      ['Results', [resultPair(wrong), ...(isOlder ? [resultPair(FATAL)] : [])]],
      ['Success', 'false'],
      ['Value', operation === 'GetMerchantOrderDetail' ? [] : value],
      ...extraPair(extra),
    ]),
    booked: false,
  }
}

export const valueXml = (operation: Operation, value: readonly Pair[], extra: boolean): string =>
  writeEnvelope(operation, [['Results', []], ['Success', 'true'], ['Value', value], ...extraPair(extra)])

/** An order that is not there has a value without a code. */
export const nothingXml = (bank: Bank, operation: Operation, extra: boolean): string =>
  movementXml(
    bank,
    operation,
    [
      ['OrderId', '0'],
      ['TransactionTime', NO_TIME],
    ],
    extra,
  )

/** `members` are those of the movement. */
export const movementXml = (bank: Bank, operation: Operation, members: readonly Pair[], extra: boolean): string =>
  valueXml(operation, [...ALWAYS, ...members, ['MerchantId', NIL], ['BusinessKey', businessKey(bank)]], extra)
