/** What the operations on connector accounts share: who keeps the account, what a body must keep to, how one is shown. */
import type { Answer, AuditedChange, Call } from '../../../access/endpoint.ts'
import { type FieldCode, Problem } from '../../../core/problem.ts'
import type { Tx } from '../../../infra/database/database.ts'
import { readIban } from '../../../reference/validation/read-iban.ts'
import type { Bank } from '../../../reference/reference-store.ts'
import { type AccountWords, accountBody } from '../../source-accounts/displayed-source-accounts.ts'
import { type AtBank, bankOfAccount } from '../../bank/bank-order.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import type { WriteAccountBody } from '../../schemas/source-account-schemas.ts'
import { isTaken, type StoredAccount } from '../../source-accounts/source-account-store.ts'

export type AccountDesk = Pick<TransferParts, 'house' | 'connectors' | 'reference'>

export const wordsOf = async (desk: AccountDesk, tenantId: string): Promise<AccountWords> => {
  const [{ bankOf }, configurations] = await Promise.all([
    desk.reference.data(),
    desk.connectors.configurationsOf(tenantId),
  ])
  return { bankOf, configurations }
}

export const changeOf = (
  words: AccountWords,
  before: StoredAccount | null,
  after: StoredAccount | null,
): AuditedChange => ({
  kind: 'connector_account',
  id: (after ?? before)?.id ?? null,
  before: before && accountBody(before, words),
  after: after && accountBody(after, words),
})

export const foundAccount = (row: StoredAccount | undefined): StoredAccount => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: 'This tenant has no connector account with this id; GET /api/v1/connectoraccounts lists them.',
  })
}

/** Who is asked about accounts of this configuration. */
export const bankOfConfiguration = async (
  desk: AccountDesk,
  tenantId: string,
  configurationId: string,
): Promise<AtBank> => {
  const at = await bankOfAccount(desk, { tenant_id: tenantId, configuration_id: configurationId })
  if (at !== undefined) return at
  const known = await desk.connectors.configurationsOf(tenantId)
  throw new Problem('connector_not_found', {
    detail: known.some(({ id }) => id === configurationId)
      ? 'The bank of this configuration sends no transfers; choose one of a connector that does.'
      : 'This tenant has no configuration with this id; GET /api/v1/connector-configurations of the card surface lists them.',
  })
}

/** What a body says, checked against the banks: before any transaction. */
export interface CheckedAccount {
  configuration_id: string
  bank_code: string
  iban: string | null
  account_number: string | null
}

export const checkAccount = async (
  desk: AccountDesk,
  tenantId: string,
  body: WriteAccountBody,
): Promise<CheckedAccount> => {
  const configurationId = body.connector_configuration_id.toLowerCase()
  await bankOfConfiguration(desk, tenantId, configurationId)
  const { banks, bankOf } = await desk.reference.data()
  const bankId = body.bank_id.toLowerCase()
  const bank = banks.find(({ id }) => id === bankId)
  if (bank === undefined)
    throw new Problem('bank_not_found', { detail: 'bank_id names no bank; GET /api/v1/lookups/banks lists them.' })
  const iban = body.iban ? ibanOf(body.iban, bank, bankOf) : null
  const account_number = body.account_number || null
  if (iban === null && account_number === null) {
    const message = 'is needed where there is no account_number'
    throw new Problem('bad_request', {
      detail: 'Send iban, account_number or both.',
      errors: [{ field: 'iban', code: 'required', message }],
    })
  }
  return { configuration_id: configurationId, bank_code: bank.code, iban, account_number }
}

const ibanOf = (text: string, bank: Bank, bankOf: (code: string) => Bank | undefined): string => {
  const reading = readIban(text)
  if (!reading.is_valid) throw wrongIban(`${reading.error_message}.`, 'invalid_format')
  if (reading.bank_code === null)
    throw wrongIban('Transfers leave from accounts with a Turkish IBAN.', 'invalid_format')
  if (reading.bank_code !== bank.code) {
    const other = bankOf(reading.bank_code)
    if (other === undefined)
      throw new Problem('bank_not_found', { detail: `The IBAN is of bank ${reading.bank_code}, which is not known.` })
    throw wrongIban(
      `The IBAN is one of ${other.name} (${other.code}), bank_id is ${bank.name} (${bank.code}).`,
      'mismatch',
    )
  }
  return (reading.formatted_iban as string).replaceAll(' ', '')
}

const wrongIban = (detail: string, code: FieldCode): Problem =>
  new Problem('invalid_iban', { detail, errors: [{ field: 'iban', code, message: 'is not an IBAN of this bank' }] })

export const ibanTaken = (): Problem =>
  new Problem('conflict', {
    detail:
      'Another connector account of this tenant has this IBAN or account number; one account has one set of books.',
    errors: [{ field: 'iban', code: 'conflict', message: 'is bound already' }],
  })

/** The change, and books that are opened soon after it. */
export const writeAccounts = async (
  { house, inTx }: Pick<Call, 'house' | 'inTx'>,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx((tx) => work(tx, house.clock.now())).catch((error: unknown) => {
    throw isTaken(error) ? ibanTaken() : error
  })
  house.notices.tell('transfers')
  return answer
}
