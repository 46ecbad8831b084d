/** GET /api/v1/accounts/transactions: movements of an account, read live from its bank. */
import { type Static, Type } from 'typebox'
import { endpoint, type Principal } from '../../../access/endpoint.ts'
import type { StatementLine } from '../../../connectors/transfer-bank.ts'
import { isoTime } from '../../../core/clock.ts'
import { NullableCurrency } from '../../../core/members/record-members.ts'
import { pageQuery, toLimit, toOffset } from '../../../core/pagination.ts'
import { type Phrase, phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import { DateTime, described, Int64, Nullable, NullableText, Uuid } from '../../../core/schema.ts'
import type { Tx } from '../../../infra/database/database.ts'
import { askBankForCaller } from '../../bank/ask-bank.ts'
import { findTransfersOfMerchant } from '../../bank/bank-statement-store.ts'
import type { SourceAccountServices } from '../../bank/source-account-requests.ts'
import { findServingBank } from '../../bank/transfer-order.ts'
import { findNamedTransfers } from '../../model/transfer-reference-store.ts'
import { buildEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'
import { findSourceAccount, type SourceAccountRow } from '../../source-accounts/source-account-store.ts'

const DAY_MS = 86_400_000
const DEFAULT_MS = 7 * DAY_MS
/** The longest period per request. */
const SPAN_MAX_MS = 365 * DAY_MS

const AccountMovement = Type.Object(
  {
    transaction_id: NullableText(
      "The bank's own id of the movement, the same each time it is read; null when the bank gives none.",
    ),
    account_id: NullableText('Id of the connector account whose movement it is.'),
    amount: described(Int64, 'Amount of the movement in minor units; negative when money left the account.'),
    currency: NullableCurrency,
    transaction_type: NullableText("Kind of the movement in the bank's own words; null when the bank gives none."),
    description: NullableText('Text of the movement in the account statement; null when the bank gives none.'),
    transaction_date: described(DateTime, 'Time of the movement, as the bank reports it.'),
    status: NullableText('Status of the movement, always booked.'),
    reference: NullableText(
      'Reference of the payment order at the bank, when the movement is a transfer of the platform; null otherwise.',
    ),
    additional_data: described(
      Nullable(
        Type.Object(
          {
            direction: Type.String({
              enum: ['inbound', 'outbound'],
              description: 'Direction of the movement: into the account or out of it.',
            }),
            category: Type.String({
              enum: ['transfer', 'commission', 'interest', 'tax', 'other'],
              description: 'Kind of the movement: a transfer, or commission, interest or tax that the bank booked.',
            }),
            counterparty_iban: NullableText('IBAN of the other side of the movement; null when the bank reports none.'),
            transfer_id: Nullable(
              Type.String({
                format: 'uuid',
                description: 'Id of the transfer of the platform behind the movement; null when there is none.',
              }),
            ),
          },
          { $id: 'AccountMovementData' },
        ),
      ),
      'Further facts about the movement, such as its direction.',
    ),
  },
  { $id: 'AccountMovement' },
)

const MovementsQuery = Type.Object({
  connector_account_id: described(Uuid, 'Id of the source account whose movements are listed.'),
  from_date: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Time from which movements are listed: at most 365 days before the end, by default 7 days before it.',
    }),
  ),
  to_date: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time up to which movements are listed; by default now.' }),
  ),
  ...pageQuery,
})

export const listBankMovements = (services: SourceAccountServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/accounts/transactions',
    tag: 'Accounts',
    summary: 'Movements of an account at the bank',
    description:
      'Newest first, of the last 7 days unless dates are given; `page` and `page_size` choose from the result. ' +
      'A caller bound to a merchant sees the movements of that merchant’s transfers.',
    allow: 'read',
    query: MovementsQuery,
    dateRange: ['from_date', 'to_date'],
    answers: { 200: buildEnvelope(Nullable(Type.Array(AccountMovement)), 'MovementsEnvelope') },
    errors: ['account_not_found', 'invalid_filter', 'bank_data_unavailable', 'bank_system_error'],
    async handle(call) {
      const { tenantId, query, principal } = call
      const span = parseSpan(query, services.runtime.clock.ms())
      const account = await call.read((tx) => findSourceAccount(tx, tenantId, query.connector_account_id))
      const at = account && (await findServingBank(services, account))
      if (account === undefined || at === undefined)
        throw new Problem('account_not_found', {
          detail: phrase`This tenant has no connector account with this id; GET /api/v1/connectoraccounts lists them.`,
        })
      if (span.from > span.to) return okEnveloped([])
      const { configuration } = at
      const known = { iban: account.iban, accountNumber: account.account_number }
      const lines = await askBankForCaller(services, at, (context) =>
        at.bank.statement({ configuration, account: known, ...span }, context),
      )
      const { seen, ids } = await call.read(async (tx) => {
        const named = await findTransferIds(tx, tenantId, lines)
        return { seen: await linesVisibleTo(tx, tenantId, principal, lines, named), ids: named }
      })
      const start = toOffset(query)
      return okEnveloped(
        seen.slice(start, start + toLimit(query)).map((line) => toMovementResponse(account, line, ids)),
      )
    },
  })

/** On an account that merchants share, a caller bound to a merchant sees only the movements of its own transfers. */
const linesVisibleTo = async (
  tx: Tx,
  tenantId: string,
  { isMerchantBound, merchantId }: Principal,
  lines: readonly StatementLine[],
  named: TransferIds,
): Promise<readonly StatementLine[]> => {
  if (!isMerchantBound || merchantId === null) return lines
  const ids = [...new Set(named.values())]
  const own = await findTransfersOfMerchant(tx, tenantId, merchantId, ids)
  return lines.filter(({ reference }) => own.has(named.get(reference ?? '') ?? ''))
}

type TransferIds = ReadonlyMap<string, string>

const findTransferIds = async (tx: Tx, tenantId: string, lines: readonly StatementLine[]): Promise<TransferIds> => {
  const references = lines.flatMap(({ reference }) => reference ?? [])
  const named = await findNamedTransfers(tx, tenantId, references)
  return new Map(named.entries().map(([reference, { transferId }]) => [reference, transferId]))
}

const parseSpan = (query: Static<typeof MovementsQuery>, nowMs: number): { from: number; to: number } => {
  const to = query.to_date === undefined ? nowMs : Date.parse(query.to_date)
  const from = query.from_date === undefined ? to - DEFAULT_MS : Date.parse(query.from_date)
  if (to - from > SPAN_MAX_MS)
    throw invalidSpan(phrase`A bank shows 365 days at once; ask for less.`, phrase`is too far from to_date`)
  return { from: Math.max(from, 0), to: Math.min(to, nowMs) }
}

const invalidSpan = (detail: Phrase, message: Phrase): Problem =>
  new Problem('invalid_filter', { detail, errors: [{ field: 'from_date', code: 'out_of_range', message }] })

const toMovementResponse = ({ id, currency }: SourceAccountRow, line: StatementLine, ids: TransferIds) => ({
  transaction_id: line.id,
  account_id: id,
  amount: line.amount,
  currency,
  transaction_type: line.type,
  description: line.description,
  transaction_date: isoTime(line.at),
  status: 'booked',
  reference: line.reference,
  additional_data: {
    direction: line.amount < 0 ? 'outbound' : 'inbound',
    category: line.category,
    counterparty_iban: line.counterpartyIban,
    transfer_id: ids.get(line.reference ?? '') ?? null,
  },
})
