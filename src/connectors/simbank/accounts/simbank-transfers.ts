/** Transfers of the simulated bank: the accounts API of the bank simulator behind the port of transfer banks. */
import { maskCardNumber } from '../../../core/card-number.ts'
import { istanbulDay } from '../../../core/clock.ts'
import type { CallContext, Configuration } from '../../attempt.ts'
import {
  type ReportedAccount,
  StatementUnavailable,
  type TransferBank,
  type TransferObservation,
  type TransferOrder,
  type TransferOutcome,
} from '../../transfer-bank.ts'
import { toTransferObservation, toTransferOutcome } from '../../transfer-outcomes.ts'
import {
  type AccountsApi,
  type AccountsCall,
  type AccountsResponse,
  callAccountsApi,
  openSimulatedAccounts,
} from './accounts-api.ts'
import {
  DOCUMENTED_RESPONSES,
  parseAccountsResponse,
  toReceipt,
  toReportedAccount,
  toStatementLine,
} from './accounts-responses.ts'

/** The bank forgets nothing and books nothing late beyond this. */
const LATENESS_MS = 60_000
const CALL_MS = 25_000
const QUESTION_MS = 10_000
const PAGE = 1_000

export const createTransferBank = (face: AccountsApi): TransferBank => {
  const ask = (configuration: Configuration, call: AccountsCall, context: CallContext): Promise<AccountsResponse> =>
    callAccountsApi(face, configuration, call, context)
  const question = (configuration: Configuration, path: string, context: CallContext): Promise<AccountsResponse> =>
    ask(configuration, { method: 'GET', path, isQuestion: true, budgetMs: QUESTION_MS }, context)
  return {
    documented: DOCUMENTED_RESPONSES,
    types: ['fast', 'eft', 'remittance', 'credit_card'],
    latenessWindowMs: LATENESS_MS,
    async send(order, context) {
      const call = {
        method: 'POST',
        path: '/transfers',
        ...bodiesOf(order),
        isQuestion: false,
        budgetMs: CALL_MS,
      } as const
      return outcomeIn(await ask(order.configuration, call, context), order)
    },
    async inquire(order, context) {
      return observationIn(await question(order.configuration, `/transfers/${order.reference}`, context), order)
    },
    async reverse(order, context) {
      const path = `/transfers/${order.reference}/reversal`
      const call = { method: 'POST', path, body: {}, isQuestion: true, budgetMs: QUESTION_MS } as const
      const answer = await ask(order.configuration, call, context)
      if (answer.kind !== 'read' || answer.status !== 200) return 'no_answer' // 409: known after all, the next inquiry resolves it
      const { status, reference } = answer.content
      return status === 'reversed' && reference === order.reference ? 'reversed' : 'no_answer'
    },
    async accounts(configuration, context) {
      const answer = await question(configuration, '/accounts', context)
      return listIn(answer, 'accounts').map(shownIn)
    },
    async statement({ configuration, account, from, to }, context) {
      const lines = []
      for (let page = 1; ; page++) {
        const query = `from=${istanbulDay(from)}&to=${istanbulDay(to)}&page=${page}&page_size=${PAGE}`
        const answer = await question(configuration, `/accounts/${account.iban}/statement?${query}`, context)
        const rows = listIn(answer, 'movements')
        lines.push(...rows.map(toStatementLine))
        if (rows.length < PAGE) break
      }
      return lines.filter(({ at }) => at >= from && at <= to).reverse()
    },
    async receipt(order, context) {
      const answer = await question(order.configuration, `/transfers/${order.reference}/receipt`, context)
      return toReceipt(answer, order)
    },
    async open(configuration, account, context) {
      const { iban, currency, holderName, balance } = account
      const opened = { iban, currency, holder_name: holderName, opening_balance: balance }
      if (!(await openSimulatedAccounts(face, configuration, [opened], context)))
        throw new Error('the bank did not open the account')
    },
  }
}

const bodiesOf = (order: TransferOrder): Pick<AccountsCall, 'body' | 'loggedBody'> => {
  const { to } = order
  const recipient = (card: (number: string) => string): object => ({
    name: to.holderName,
    ...(to.taxId === null ? {} : { tax_id: to.taxId.use((text) => text) }),
    ...(to.iban === null ? {} : { iban: to.iban }),
    ...(to.accountNumber === null || to.iban !== null ? {} : { account_number: to.accountNumber }),
    ...(to.card === null ? {} : { card_number: to.card.use(card) }),
  })
  const rest = {
    reference: order.reference,
    transfer_id: order.transferId,
    source_iban: order.from.iban,
    type: order.type,
    amount: order.amount.minor,
    currency: order.amount.currency,
    description: order.description ?? '',
  }
  const shown = { ...recipient(maskCardNumber), ...(to.taxId === null ? {} : { tax_id: '***' }) }
  return { body: { ...rest, recipient: recipient((number) => number) }, loggedBody: { ...rest, recipient: shown } }
}

const outcomeIn = (answer: AccountsResponse, order: TransferOrder): TransferOutcome => {
  if (answer.kind === 'not_sent') return answer
  const outcome: TransferOutcome =
    answer.kind === 'read'
      ? toTransferOutcome(DOCUMENTED_RESPONSES, parseAccountsResponse(answer, order))
      : { kind: 'unknown', fault: answer.fault }
  // Some of its test IBANs never respond, which says nothing about the bank's health.
  return outcome.kind === 'unknown' ? { ...outcome, countsForBreaker: false } : outcome
}

const observationIn = (answer: AccountsResponse, order: TransferOrder): TransferObservation =>
  answer.kind === 'read'
    ? toTransferObservation(DOCUMENTED_RESPONSES, parseAccountsResponse(answer, order))
    : { kind: 'no_answer', fault: answer.fault }

const listIn = (answer: AccountsResponse, name: string): Record<string, unknown>[] => {
  if (answer.kind === 'read' && answer.status === 200 && Array.isArray(answer.content[name]))
    return answer.content[name] as Record<string, unknown>[]
  const status = answer.kind === 'not_sent' ? undefined : answer.status
  throw new StatementUnavailable(
    status !== undefined && status >= OWN_FAULTS ? 'own_fault' : 'no_answer',
    answer.kind === 'read' ? `the bank answered HTTP ${answer.status}` : answer.fault.providerMessage,
  )
}
const OWN_FAULTS = 500

const shownIn = (content: Record<string, unknown>): ReportedAccount => {
  try {
    return toReportedAccount(content)
  } catch (error) {
    throw new StatementUnavailable('no_balance', (error as Error).message)
  }
}
