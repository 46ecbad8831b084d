/** The accounts API: customers register a key, read accounts and statements, send transfers and inquire about them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import type { BankAccount } from '../ledger/account-books.ts'
import { type Answer, type Call, serve, type Work } from '../wire/serve.ts'
import { answer, MANNER, refusal, shownAccount } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { readCustomer, readTransfer } from './bodies.ts'
import type { Notices } from './notices.ts'
import { enrol } from './open-account.ts'
import { buildStatement, readStatementQuery } from './statement.ts'
import { inquiryWork, receiptWork, reversalWork, transferWork } from './transfer-work.ts'

const CUSTOMER = /^[A-Za-z0-9_.:-]{1,64}$/

export const accountRoutes = (server: FastifyInstance, bank: Bank, notices: Notices): void => {
  const { accounts } = bank.ledger.books.accounts
  const reads = readingIn(server, bank)
  server.put<{ Params: { customer: string } }>('/customers/:customer', (request, reply) =>
    send(bank, reply, enrolment(bank, request.params.customer, request.body as Buffer)),
  )
  reads('/accounts', 'accounts', ({ customer }) => () => {
    const own = [...accounts.values()].filter((account) => account.customer === customer)
    return answer(200, { accounts: own.map(shownAccount) })
  })
  reads('/accounts/:name', 'accounts', ({ customer, name }) => () => {
    const account = ownAccount(accounts, customer, name)
    return account ? answer(200, shownAccount(account)) : UNKNOWN_ACCOUNT
  })
  reads('/accounts/:name/statement', 'statement', ({ customer, name, query }) => () => {
    const account = ownAccount(accounts, customer, name)
    if (!account) return UNKNOWN_ACCOUNT
    const read = readStatementQuery(query, bank.ledger.now())
    if (typeof read === 'string') return refusal(400, 'invalid_request', read)
    return answer(200, buildStatement(bank.ledger.books.accounts, account, read))
  })
  reads('/transfers/:name', 'status', ({ customer, name }) => inquiryWork(bank, customer, name))
  reads('/transfers/:name/receipt', 'receipt', ({ customer, name }) => receiptWork(bank, customer, name))
  server.post<{ Params: { name: string } }>('/transfers/:name/reversal', (request, reply) =>
    signed(bank, request, reply, (customer) => {
      const { name } = request.params
      if (!CUSTOMER.test(name)) return refusal(400, 'invalid_request', 'that is no reference')
      return [toCall(request, customer, name, 'reversal'), reversalWork(bank, customer, name)]
    }),
  )
  server.post('/transfers', (request, reply) =>
    signed(bank, request, reply, (customer) => {
      const body = readTransfer(request.body as Buffer)
      if (typeof body === 'string') return refusal(400, 'invalid_request', body)
      const { reference, amount, recipient } = body
      const call = toCall(request, customer, reference, 'transfer')
      const matched = { ...call, amount, ...(recipient.iban === undefined ? {} : { iban: recipient.iban }) }
      return [matched, transferWork(bank, notices, customer, body)]
    }),
  )
}

interface Read {
  readonly customer: string
  readonly name: string
  readonly query: Readonly<Record<string, unknown>>
}

/** Declares a GET whose only path parameter is `name`. */
const readingIn =
  (server: FastifyInstance, bank: Bank) =>
  (path: string, operation: string, workOf: (read: Read) => Work): void => {
    server.get<{ Params: { name?: string }; Querystring: Record<string, unknown> }>(path, (request, reply) =>
      signed(bank, request, reply, (customer) => {
        const { name = '' } = request.params
        return [toCall(request, customer, name, operation), workOf({ customer, name, query: request.query })]
      }),
    )
  }

/** Another customer's account is reported as unknown. */
const ownAccount = (
  accounts: ReadonlyMap<string, BankAccount>,
  customer: string,
  iban: string,
): BankAccount | undefined => {
  const account = accounts.get(iban)
  return account?.customer === customer ? account : undefined
}
const UNKNOWN_ACCOUNT = refusal(404, 'unknown_account', 'the customer has no such account')

const signed = async (
  bank: Bank,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (customer: string) => readonly [Call, Work] | Answer,
): Promise<void> => {
  bringUpToDate(bank.ledger)
  const customer = authenticate(bank, request)
  if (typeof customer !== 'string') return send(bank, reply, customer)
  const call = read(customer)
  return 'text' in call ? send(bank, reply, call) : serve(bank, reply, call[0], MANNER, call[1])
}

const toCall = ({ body, url }: FastifyRequest, customer: string, reference: string, operation: string): Call => ({
  path: url,
  request: (body as Buffer).toString('utf8'),
  face: 'accounts',
  merchant: customer,
  order_id: reference,
  operation,
})

/** Sends without faults, and without logging the exchange: it was refused before parsing, or contains a key. */
const send = async ({ ledger }: Bank, reply: FastifyReply, { status = 200, text }: Answer): Promise<void> => {
  await ledger.durable()
  await reply.code(status).header('content-type', MANNER.contentType).send(text)
}

const enrolment = ({ ledger }: Bank, customer: string, bytes: Buffer): Answer => {
  const body = readCustomer(bytes)
  if (typeof body === 'string') return refusal(400, 'invalid_request', body)
  if (!CUSTOMER.test(customer)) return refusal(400, 'invalid_request', 'that is no id of a customer')
  if (body.notice_url !== undefined && !URL.canParse(body.notice_url))
    return refusal(400, 'invalid_request', 'notice_url is no URL')
  const refused = enrol(ledger, customer, body)
  if (refused) return refusal(409, refused, 'an account cannot be opened; nothing was changed')
  const own = [...ledger.books.accounts.accounts.values()].filter((account) => account.customer === customer)
  return answer(200, { customer, accounts: own.map(shownAccount) })
}
