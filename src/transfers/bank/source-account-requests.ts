/** Shared by the endpoints of connector accounts: the account's bank, validation of a body, the response. */
import type { Answer, AuditedChange, Call } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { type FieldCode, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import type { Bank } from '../../reference/reference-store.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import type { WriteAccountBody } from '../schemas/source-account-schemas.ts'
import { type AccountDisplayContext, toSourceAccountResponse } from '../source-accounts/displayed-source-accounts.ts'
import type { SourceAccountRow } from '../source-accounts/source-account-store.ts'
import { findServingBank, type ServingBank } from './transfer-order.ts'

export type SourceAccountServices = Pick<TransferServices, 'runtime' | 'connectors' | 'reference'>

export const loadDisplayContext = async (
  services: SourceAccountServices,
  tenantId: string,
): Promise<AccountDisplayContext> => {
  const [{ bankOf }, configurations] = await Promise.all([
    services.reference.data(),
    services.connectors.configurationsOf(tenantId),
  ])
  return { bankOf, configurations }
}

export const auditedSourceAccountChange = (
  words: AccountDisplayContext,
  before: SourceAccountRow | null,
  after: SourceAccountRow | null,
): AuditedChange => ({
  kind: 'connector_account',
  id: (after ?? before)?.id ?? null,
  before: before && toSourceAccountResponse(before, words),
  after: after && toSourceAccountResponse(after, words),
})

export const requireSourceAccount = (row: SourceAccountRow | undefined): SourceAccountRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no connector account with this id; GET /api/v1/connectoraccounts lists them.`,
  })
}

/** Returns the bank to ask about accounts of this configuration. */
export const requireBankOfConfiguration = async (
  services: SourceAccountServices,
  tenantId: string,
  configurationId: string,
): Promise<ServingBank> => {
  const at = await findServingBank(services, { tenant_id: tenantId, configuration_id: configurationId })
  if (at !== undefined) return at
  const configurations = await services.connectors.configurationsOf(tenantId)
  throw new Problem('connector_not_found', {
    detail: configurations.some(({ id }) => id === configurationId)
      ? phrase`The bank of this configuration sends no transfers; choose one of a connector that does.`
      : phrase`This tenant has no configuration with this id; GET /api/v1/connector-configurations of the card surface lists them.`,
  })
}

/** An account whose body was checked against the banks, before any transaction. */
interface ValidatedAccount {
  configuration_id: string
  bank_code: string
  iban: string | null
  account_number: string | null
}

export const validateSourceAccount = async (
  services: SourceAccountServices,
  tenantId: string,
  body: WriteAccountBody,
): Promise<ValidatedAccount> => {
  const configurationId = body.connector_configuration_id.toLowerCase()
  await requireBankOfConfiguration(services, tenantId, configurationId)
  const { banks, bankOf } = await services.reference.data()
  const bankId = body.bank_id.toLowerCase()
  const bank = banks.find(({ id }) => id === bankId)
  if (bank === undefined)
    throw new Problem('bank_not_found', {
      detail: phrase`bank_id names no bank; GET /api/v1/lookups/banks lists them.`,
    })
  const iban = body.iban ? parseSourceIban(body.iban, bank, bankOf) : null
  const account_number = body.account_number || null
  if (iban === null && account_number === null) {
    const message = phrase`is needed where there is no account_number`
    throw new Problem('bad_request', {
      detail: phrase`Send iban, account_number or both.`,
      errors: [{ field: 'iban', code: 'required', message }],
    })
  }
  return { configuration_id: configurationId, bank_code: bank.code, iban, account_number }
}

const parseSourceIban = (text: string, bank: Bank, bankOf: (code: string) => Bank | undefined): string => {
  const reading = readIban(text)
  if (!reading.is_valid) throw invalidSourceIban(phrase`${reading.error_message as Phrase}.`, 'invalid_format')
  if (reading.bank_code === null)
    throw invalidSourceIban(phrase`Transfers leave from accounts with a Turkish IBAN.`, 'invalid_format')
  if (reading.bank_code !== bank.code) {
    const other = bankOf(reading.bank_code)
    if (other === undefined)
      throw new Problem('bank_not_found', {
        detail: phrase`The IBAN is of bank ${reading.bank_code}, which is not known.`,
      })
    throw invalidSourceIban(
      phrase`The IBAN is one of ${other.name} (${other.code}), bank_id is ${bank.name} (${bank.code}).`,
      'mismatch',
    )
  }
  return (reading.formatted_iban as string).replaceAll(' ', '')
}

const invalidSourceIban = (detail: Phrase, code: FieldCode): Problem =>
  new Problem('invalid_iban', {
    detail,
    errors: [{ field: 'iban', code, message: phrase`is not an IBAN of this bank` }],
  })

const sourceAccountTaken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`Another connector account of this tenant has this IBAN or account number; one account has one set of books.`,
    errors: [{ field: 'iban', code: 'conflict', message: phrase`is bound already` }],
  })

/** Writes the change and wakes the job that opens the ledger. */
export const writeSourceAccounts = async (
  { runtime, inTx }: Pick<Call, 'runtime' | 'inTx'>,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx((tx) => work(tx, runtime.clock.now())).catch((error: unknown) => {
    throw isUniqueViolation(error) ? sourceAccountTaken() : error
  })
  runtime.notifications.publish('transfers')
  return answer
}
