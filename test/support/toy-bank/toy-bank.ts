/** A bank whose messages have four members, in any dialect: the least that a gateway hands to the kit. */
import { createHmac } from 'node:crypto'
import type { Observation } from '../../../src/connectors/attempt.ts'
import { codeTable } from '../../../src/connectors/codes/code-table.ts'
import { declareAbilities } from '../../../src/connectors/kit/abilities.ts'
import type { Gateway } from '../../../src/connectors/kit/gateway.ts'
import { cardTexts, toBankOrderId } from '../../../src/connectors/kit/message-parts.ts'
import { inconclusive } from '../../../src/connectors/kit/observation.ts'
import { bankFault, toOutcome } from '../../../src/connectors/kit/result.ts'
import { jsonFormat } from '../../../src/connectors/transport/json.ts'
import { type Dialect, type Tree, textAt } from '../../../src/connectors/transport/message.ts'
import { formWriter, pairsReader } from '../../../src/connectors/transport/pairs.ts'
import type { Secret } from '../../../src/core/secret.ts'

const CODES = codeTable({ '51': 'insufficient_balance' })
const REFERENCES = { providerTransactionId: null, authCode: null, hostReference: null }

const NOTHING_KEPT = { plain: new Set<string>(), cardNumbers: new Set<string>() }

const outcome = (answer: Tree, orderId: string) => {
  const code = textAt(answer, 'code') ?? ''
  return toOutcome(CODES, {
    says: code === '00' ? 'approved' : 'refused',
    isOurs: textAt(answer, 'order') === orderId,
    fault: bankFault(code, null),
    references: REFERENCES,
  })
}

export const signToyRequest = (key: string, url: string, body: Buffer): string =>
  createHmac('sha256', key).update(url).update(body).digest('hex')

export const toyBank = ({ request, answer }: Pick<Dialect, 'request' | 'answer'>): Gateway<Secret> => ({
  family: 'toy',
  types: ['custom'],
  code: 'TOY',
  capabilities: declareAbilities({
    models: ['none'],
    operations: ['sale'],
    currencies: ['TRY'],
    installmentsMax: 1,
    reversal: 'none',
  }),
  codes: CODES,
  dialect: {
    request,
    answer,
    kept: { plain: new Set(['ask', 'order', 'amount', 'code']), cardNumbers: new Set(['card']) },
  },
  requires: { gateway: 'Toy', always: ['secret_key', 'api_endpoint_url'], with3d: [] },
  account: ({ secrets }) => secrets.secretKey,
  headers: (secret, { url, body }) => ({ 'x-signature': secret.use((key) => signToyRequest(key, url, body)) }),
  orderId: toBankOrderId(/^[A-Za-z0-9-]{1,40}$/),
  payment: ({ reference, card, amount }) => ({
    path: '/sale',
    content: { order: reference, card: cardTexts(card).number, amount: amount.minor },
  }),
  outcome,
  inquire: (bank, { reference }) =>
    bank.ask(
      () => ({ path: '/status', content: { ask: 'status', order: reference } }),
      (answer): Observation => {
        const found = outcome(answer, reference)
        if (found.kind === 'approved' || found.kind === 'declined') return found
        return textAt(answer, 'unknown') === reference ? { kind: 'not_found' } : inconclusive('no such answer')
      },
    ),
})

/** Asks for the page of the challenge before the browser goes there. */
export const challengingToyBank: Gateway<Secret> = {
  ...toyBank({ request: jsonFormat, answer: jsonFormat }),
  capabilities: declareAbilities({ models: ['3d_secure'], operations: ['sale'], reversal: 'none' }),
  threeD: {
    async form(_account, { card }, _model, bank) {
      const dialect = { request: formWriter('utf-8'), answer: pairsReader(';;', 'utf-8'), kept: NOTHING_KEPT }
      const enrolled = await bank.ask(
        () => ({ path: '/enrol', content: { card: cardTexts(card).number }, dialect }),
        (answer) => ({ action: textAt(answer, 'acs'), PaReq: textAt(answer, 'req') ?? '' }),
      )
      if ('kind' in enrolled) return { kind: 'unknown', fault: enrolled.fault }
      const { action, PaReq } = enrolled
      if (action === null) return { kind: 'declined', fault: bankFault('N', 'not enrolled') }
      return { action, fields: { PaReq }, state: { enrolled: 'Y' } }
    },
    kept: NOTHING_KEPT,
    verify: () => ({ kind: 'forged', reason: 'bad_hash' }),
    authenticated: () => ({ content: {} }),
  },
}
