/** /control/accounts, /control/transfers, /control/notifications, /control/windows: the true state of the accounts API, and its controls. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { iso, shownAccount, shownTransfer } from '../accounts/answers.ts'
import { type AccountBody, DEPOSIT_SCHEMA, OPEN_ACCOUNT_SCHEMA } from '../accounts/bodies.ts'
import { stepsLeft, stepTransfer } from '../accounts/due-transfers.ts'
import type { Notices } from '../accounts/notices.ts'
import { hasFunds, openAccount } from '../accounts/open-account.ts'
import { shownMovement } from '../accounts/statement.ts'
import { deposit } from '../accounts/transfer-postings.ts'
import type { Bank } from '../bank-parts.ts'
import { type AccountBooks, sumMovements, type Transfer, transferKey } from '../ledger/account-books.ts'
import type { AccountStatus, TransferStep, Windows } from '../ledger/account-facts.ts'

const PAGE = 10_000
const PAGE_MAX = 100_000
const MOVEMENTS_MAX = 1_000

const STATUS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: { status: { enum: ['active', 'blocked', 'closed'] } },
} as const
const WINDOWS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['windows'],
  properties: { windows: { enum: ['open', 'bank_hours'] } },
} as const
const STEP_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['step'],
  properties: {
    step: { enum: ['complete', 'refuse', 'give_back', 'return'] },
    code: { type: 'string', minLength: 1, maxLength: 8 },
  },
} as const

export const controlAccounts = (server: FastifyInstance, bank: Bank, notices: Notices): void => {
  const { ledger } = bank
  const books = ledger.books.accounts
  const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'not known here' })
  server.get('/control/accounts', async () => ({
    accounts: [...books.accounts.values()].map((one) => shown(books, one)),
  }))
  server.post<{ Body: AccountBody & { customer: string } }>(
    '/control/accounts',
    { schema: { body: OPEN_ACCOUNT_SCHEMA } },
    async ({ body: { customer, ...body } }, reply) => {
      const account = openAccount(ledger, customer, body)
      await ledger.durable()
      return typeof account === 'string' ? reply.code(409).send({ error: account }) : shown(books, account)
    },
  )
  server.get<{ Params: { iban: string } }>('/control/accounts/:iban', async ({ params: { iban } }, reply) => {
    const account = books.accounts.get(iban)
    if (!account) return missing(reply)
    const movements = account.movements.slice(-MOVEMENTS_MAX).map((movement) => shownMovement(books, account, movement))
    return { ...shown(books, account), movements }
  })
  server.put<{ Params: { iban: string }; Body: { status: AccountStatus } }>(
    '/control/accounts/:iban',
    { schema: { body: STATUS_SCHEMA } },
    async ({ params: { iban }, body: { status } }, reply) => {
      const account = books.accounts.get(iban)
      if (!account) return missing(reply)
      ledger.commit({ kind: 'account_switched', iban, status })
      await ledger.durable()
      return shown(books, account)
    },
  )
  server.post<{ Params: { iban: string }; Body: { amount: number; description?: string } }>(
    '/control/accounts/:iban/deposits',
    { schema: { body: DEPOSIT_SCHEMA } },
    async ({ params: { iban }, body: { amount, description = 'Deposit' } }, reply) => {
      const account = books.accounts.get(iban)
      if (!account) return missing(reply)
      if (!hasFunds(ledger, account.currency, amount)) return reply.code(409).send({ error: 'funds_exhausted' })
      ledger.commit({ kind: 'deposit', iban, description, postings: deposit(iban, account.currency, amount) })
      await ledger.durable()
      return shown(books, account)
    },
  )
  controlTransfers(server, bank, notices)
  server.get('/control/notices', async () => ({
    owed: [...books.owed.values()].map((notice) => ({ ...named(books, notice.key), step: notice.step })),
    posted: books.posted.map(({ key, step, answer, posted_at }) => ({
      ...named(books, key),
      step,
      answer,
      posted_at: iso(posted_at),
    })),
  }))
  server.get('/control/windows', async () => ({ windows: books.windows }))
  server.put<{ Body: { windows: Windows } }>(
    '/control/windows',
    { schema: { body: WINDOWS_SCHEMA } },
    async ({ body: { windows } }) => {
      ledger.commit({ kind: 'windows', windows })
      await ledger.durable()
      return { windows }
    },
  )
}

const controlTransfers = (server: FastifyInstance, { ledger }: Bank, notices: Notices): void => {
  const books = ledger.books.accounts
  server.get<{ Querystring: { customer?: string; source_iban?: string; after?: string; limit?: string } }>(
    '/control/transfers',
    async ({ query: { customer, source_iban, after: skipped = '0', limit = String(PAGE) } }) => {
      const chosen = [...books.transfers.values()].filter(
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (source_iban === undefined || one.source_iban === source_iban),
      )
      const after = Math.max(0, Number(skipped) || 0)
      const page = chosen.slice(after, after + Math.min(Math.max(1, Number(limit) || PAGE), PAGE_MAX))
      const next = after + page.length
      return { transfers: page.map(shownTruth), next: next < chosen.length ? next : null, sums: sumsOf(chosen) }
    },
  )
  server.get<{ Params: { customer: string; reference: string } }>(
    '/control/transfers/:customer/:reference',
    async ({ params: { customer, reference } }, reply) => {
      const key = transferKey(customer, reference)
      const transfer = books.transfers.get(key)
      const tombstone = books.tombstones.get(key)
      if (transfer) return shownTruth(transfer)
      if (tombstone === undefined) return reply.code(404).send({ error: 'not known here' })
      return { customer, reference, status: 'tombstone', tombstone_at: iso(tombstone) }
    },
  )
  server.post<{ Params: { customer: string; reference: string }; Body: { step: TransferStep; code?: string } }>(
    '/control/transfers/:customer/:reference/steps',
    { schema: { body: STEP_SCHEMA } },
    async ({ params: { customer, reference }, body: { step, code } }, reply) => {
      const transfer = books.transfers.get(transferKey(customer, reference))
      if (!transfer) return reply.code(404).send({ error: 'not known here' })
      if (!stepsLeft(transfer).includes(step) || (step === 'return' && !canComeBack(books, transfer)))
        return reply.code(409).send({ error: `it is ${transfer.status}`, possible: stepsLeft(transfer) })
      stepTransfer(ledger, transfer, step, step === 'complete' ? '00' : (code ?? '02'))
      await ledger.durable()
      await notices.post()
      return shownTruth(transfer)
    },
  )
}

const ACCOUNT = 'account/'

/** A receiver with an account at this bank may have spent the money. */
const canComeBack = (books: AccountBooks, { clears_to, amount }: Transfer): boolean =>
  !clears_to.startsWith(ACCOUNT) || sumMovements(books.accounts.get(clears_to.slice(ACCOUNT.length))!) >= amount

const shown = (books: AccountBooks, account: Parameters<typeof shownAccount>[0]) => ({
  ...shownAccount(account),
  customer: account.customer,
  has_key: books.customers.has(account.customer),
  movement_count: account.movements.length,
})

const shownTruth = (transfer: Transfer) => ({
  customer: transfer.customer,
  ...shownTransfer(transfer),
  clears_to: transfer.clears_to,
  booked: isBooked(transfer),
  plan: transfer.plan,
})

/** Returns whether the money has left the account and is not back. */
const isBooked = ({ status, plan }: Transfer): boolean =>
  status === 'completed' || ((status === 'processing' || status === 'delivered') && plan[0]?.step !== 'refuse')

const named = (books: AccountBooks, key: string) => {
  const { customer, reference, transfer_id = null } = books.transfers.get(key)!
  return { customer, reference, transfer_id }
}

/** Sums per currency and status. */
const sumsOf = (transfers: readonly Transfer[]) => {
  const sums = new Map<string, { currency: string; status: string; count: number; amount: number; fee: number }>()
  for (const { currency, status, amount, fee } of transfers) {
    const key = `${currency}/${status}`
    const sum = sums.get(key) ?? { currency, status, count: 0, amount: 0, fee: 0 }
    sums.set(key, { ...sum, count: sum.count + 1, amount: sum.amount + amount, fee: sum.fee + fee })
  }
  return [...sums.values()]
}
