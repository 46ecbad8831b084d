/** Attempts and connectors for tests that call a bank without HTTP and without a database. */

import { SEED_CARDS } from '../../src/acquiring/seed/seed-test-cards.ts'
import type {
  Attempt,
  CallContext,
  Configuration,
  Exchange,
  PaymentOperation,
  PaymentOperationType,
} from '../../src/connectors/attempt.ts'
import type { Capabilities, Connector } from '../../src/connectors/port.ts'
import { type Challenge, type Challenges, WRONG_CODES_MAX } from '../../src/connectors/simbank/challenge-store.ts'
import { createSimbank, type SimbankServices } from '../../src/connectors/simbank/simbank.ts'
import type { BankHttpClient } from '../../src/connectors/transport/bank-http-client.ts'
import { money } from '../../src/core/money.ts'
import { Secret } from '../../src/core/secret.ts'

export const TRANSACTION = '0190e3b0-0000-7000-8000-00000000000a'

export const configurationOf = (changes: Partial<Configuration> = {}): Configuration => ({
  tenantId: '00000000-0000-4000-8000-000000000010',
  id: '00000000-0000-4000-8000-000000000031',
  connectorId: '00000000-0000-4000-8000-000000000030',
  connectorCode: 'SIMBANK',
  connectorType: 'custom',
  name: 'SIM-PRIMARY',
  mode: 'test',
  priority: 10,
  isActive: true,
  settings: {},
  secrets: {},
  username: null,
  terminalId: null,
  storeId: null,
  bankCode: null,
  endpointUrl: null,
  threeDSecureEndpointUrl: null,
  changedAt: 0,
  ...changes,
})

/** The configuration that a sandbox tenant gets for a connector, with its bank at another address. */
export const configurationFor = (
  { types, code, demo }: Pick<Connector, 'types' | 'code' | 'demo'>,
  endpointUrl: string | null,
  changes: Partial<Configuration> = {},
): Configuration => {
  const secrets = Object.entries(demo?.secrets ?? { secretKey: 'a-key-of-the-store' })
  return configurationOf({
    connectorCode: demo?.code ?? code ?? 'ANY',
    connectorType: demo?.type ?? types[0]!,
    ...(demo === undefined ? {} : { name: demo.name, settings: demo.settings }),
    username: demo?.username ?? null,
    terminalId: demo?.terminalId ?? null,
    storeId: demo?.storeId ?? null,
    secrets: Object.fromEntries(secrets.map(([name, secret]) => [name, new Secret(secret)])),
    endpointUrl,
    // Kuveyt Türk takes payments at this address, too.
    threeDSecureEndpointUrl: types.includes('kuveyt_turk_vpos') ? endpointUrl : 'http://127.0.0.1:4050/gate',
    ...changes,
  })
}

export const attemptOf = (number: string, changes: Partial<Attempt> & { cvv?: string } = {}): Attempt => {
  const { cvv = number.length === 15 ? '0000' : '000', ...rest } = changes
  return {
    operation: 'sale',
    model: 'none',
    tenantId: '00000000-0000-4000-8000-000000000010',
    transactionId: TRANSACTION,
    reference: 'R-1',
    amount: money(15_000, 'TRY'),
    installments: 1,
    card: {
      number: new Secret(number),
      expireMonth: 12,
      expireYear: 2030,
      holderName: 'TEST CARD',
      cvv: new Secret(cvv),
    },
    externalId: null,
    extra: {},
    configuration: configurationOf(),
    ...rest,
  }
}

/** An operation of 50.00 on an approved attempt. */
export const followUpOf = (
  operation: PaymentOperationType,
  { tenantId, transactionId, reference, amount, installments, model, configuration, ...attempt }: Attempt,
  original: Partial<PaymentOperation['original']> = {},
): PaymentOperation => ({
  operation,
  tenantId,
  transactionId,
  reference: 'R-2',
  amount: money(5_000, amount.currency),
  original: {
    operation: attempt.operation === 'pre_auth' ? 'pre_auth' : 'sale',
    reference,
    references: { providerTransactionId: 'T', authCode: 'A', hostReference: '600500000001' },
    amount,
    installments,
    model,
    captured: 0,
    refunded: 0,
    approvedAt: 0,
    ...original,
  },
  extra: {},
  configuration,
})

/** A context whose sleeps pass at once and are counted. */
export const contextOf = (): { context: CallContext; exchanges: Exchange[]; slept: number[] } => {
  const exchanges: Exchange[] = []
  const slept: number[] = []
  const context: CallContext = {
    signal: new AbortController().signal,
    nowMs: () => 1_750_000_000_000,
    sleep: async (ms) => void slept.push(ms),
    mayDispatch: () => true,
    logExchange: (exchange) => void exchanges.push(exchange),
  }
  return { context, exchanges, slept }
}

/** The simulated bank with the seeded cards of every tenant. */
export const simbankWithSeedCards = (): Connector =>
  createSimbank(simbankParts(async (_tenant, number) => SEED_CARDS.find((card) => card.card_number === number)))

/** The simulated bank with its challenges in memory. */
export const simbankParts = (testCardOf: SimbankServices['testCardOf'] = async () => undefined): SimbankServices => ({
  testCardOf,
  accountsApi: { httpClient: NO_LINE, bankUrl: 'http://127.0.0.1:9', noticeUrl: 'http://127.0.0.1:9' },
  challenges: challengesInMemory(),
  challengeUrl: (_tenant, transactionId) => `http://127.0.0.1/sandbox/acs/${transactionId}`,
})

/** Card payments of the simulated bank make no network call. */
export const NO_LINE: BankHttpClient = {
  ask: () => Promise.reject(new Error('no call is expected')),
  pageFault: () => null,
  addressFault: async () => null,
  close: () => undefined,
}

const challengesInMemory = (): Challenges => {
  const rows = new Map<string, Challenge>()
  const change = (id: string, change: (row: Challenge) => Partial<Challenge>): Challenge | undefined => {
    const row = rows.get(id)
    if (row === undefined || row.result !== null) return row
    rows.set(id, { ...row, ...change(row) })
    return rows.get(id)
  }
  return {
    add: async (row) => void rows.set(row.transaction_id, { ...row, wrong_codes: 0, result: null }),
    find: async (_tenant, id) => rows.get(id),
    end: async (_tenant, id, result) => change(id, () => ({ result })),
    countWrongCode: async (_tenant, id) =>
      change(id, ({ wrong_codes: before }) => ({
        wrong_codes: before + 1,
        result: before + 1 >= WRONG_CODES_MAX ? 'wrong_code' : null,
      })),
  }
}

const CAPABILITIES: Capabilities = {
  operations: { sale: ['none'] },
  currencies: ['TRY'],
  installmentsMax: 1,
  inquiry: 'by_reference',
  reversal: 'none',
  latenessWindowMs: 1,
  callDeadlineMs: 50,
  inquiryDeadlineMs: 50,
  nothingBookedCodes: [],
}

/** A connector that behaves as `start` says: transport faults that no simulator card causes. */
export const connectorThat = (start: Connector['start']): Connector => ({
  family: 'faulty',
  types: ['custom'],
  capabilities: CAPABILITIES,
  start,
  inquire: async (attempt, context) => {
    const outcome = await start(attempt, context)
    return outcome.kind === 'approved' || outcome.kind === 'declined' ? outcome : { kind: 'not_found' }
  },
})

/** These digits as a whole value: three of them occur in every long enough random text. */
export const alone = (digits: string): RegExp => new RegExp(`(?<![0-9A-Za-z.])${digits}(?![0-9A-Za-z])`)
