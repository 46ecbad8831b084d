/** A bank with a JSON interface of four members: the minimal connector. */
import type { Attempt, CallContext, Observation, Outcome } from '../../../src/connectors/attempt.ts'
import { codeTable } from '../../../src/connectors/codes/code-table.ts'
import type { Capabilities, Connector } from '../../../src/connectors/port.ts'
import type { BankHttpClient, BankHttpResult } from '../../../src/connectors/transport/bank-http-client.ts'
import { maskCardNumber } from '../../../src/core/card-number.ts'

const CAPABILITIES: Capabilities = {
  operations: { sale: ['none'] },
  currencies: ['TRY'],
  installmentsMax: 1,
  inquiry: 'by_reference',
  reversal: 'none',
  latenessWindowMs: 90_000,
  callDeadlineMs: 10_000,
  inquiryDeadlineMs: 10_000,
  nothingBookedCodes: [],
}
const CODES = codeTable({ '51': 'insufficient_balance' })
const REFERENCES = { providerTransactionId: null, authCode: null, hostReference: null }
const UNREAD = { providerCode: 'no_answer', providerMessage: 'the answer cannot be read', isOurs: true } as const

export const openToyBank = (line: BankHttpClient): Connector => {
  const ask = (attempt: Attempt, message: object, kept: object, context: CallContext) =>
    line.ask(
      {
        url: attempt.configuration.endpointUrl,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(message)),
        loggedBody: JSON.stringify(kept),
        loggedResponse: ({ body }) => body.toString(),
        budgetMs: 5_000,
      },
      context,
    )
  return {
    family: 'toy',
    types: ['custom'],
    code: 'TOY',
    capabilities: CAPABILITIES,
    codes: CODES,
    async start(attempt, context) {
      const sale = { order: attempt.reference, amount: String(attempt.amount.minor) }
      const [card, masked] = attempt.card.number.use((number) => [number, maskCardNumber(number)])
      const { order, amount } = sale
      return outcomeOf(await ask(attempt, { order, card, amount }, { order, card: masked, amount }, context), attempt)
    },
    async inquire(attempt, context): Promise<Observation> {
      const question = { ask: 'status', order: attempt.reference }
      const call = await ask(attempt, question, question, context)
      const outcome = outcomeOf(call, attempt)
      if (outcome.kind === 'approved' || outcome.kind === 'declined') return outcome
      const isUnknown = call.kind === 'answered' && read(call)?.unknown === true
      return isUnknown ? { kind: 'not_found' } : { kind: 'no_answer', fault: outcome.fault }
    },
  }
}

const outcomeOf = (call: BankHttpResult, { reference }: Attempt): Outcome => {
  if (call.kind === 'not_sent') return call
  if (call.kind === 'cut') return { kind: 'unknown', fault: call.fault }
  const answer = read(call)
  if (answer?.order !== reference || typeof answer.code !== 'string') return { kind: 'unknown', fault: UNREAD }
  const fault = { providerCode: answer.code, providerMessage: '' }
  if (answer.code === '00') return { kind: 'approved', references: REFERENCES, bankCode: '00' }
  return CODES.find(answer.code)?.isDecline
    ? { kind: 'declined', fault, references: REFERENCES }
    : { kind: 'unknown', fault }
}

const read = ({ reply }: Extract<BankHttpResult, { kind: 'answered' }>): Record<string, unknown> | undefined => {
  try {
    return reply.status === 200 ? JSON.parse(reply.body.toString()) : undefined
  } catch {
    return undefined
  }
}
