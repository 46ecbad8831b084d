/**
 * Resolves where an account that is to be stored sends money: its number checked, its bank found, its card sealed. Runs
 * before any transaction.
 */
import { randomUUID } from 'node:crypto'
import type { Call } from '../../access/endpoint.ts'
import { openCard, sealCard, type WrittenCard } from '../../acquiring/card-vault.ts'
import { maskCardNumber, passesLuhn } from '../../core/card-number.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { ReferenceData } from '../../reference/reference-data.ts'
import type { WriteReceiverAccountBody } from '../schemas/receiver-schemas.ts'
import { cardFingerprint } from './card-fingerprint.ts'
import { findReceiverAccountByToken, type MerchantScope, type ReceiverAccountTarget } from './receiver-account-store.ts'
import { parseReceiverIban } from './receiver-iban.ts'
import { receiverProblem } from './receiver-problems.ts'

type TargetInput = Pick<WriteReceiverAccountBody, 'iban' | 'account_number' | 'bank_id' | 'card_details'>

const NO_CARD = { masked_card_no: null, card_token: null, card_key: null, card_sealed: null }

/** Returns the code of the bank a body names; null if it names none. Throws bank_not_found. */
export const findNamedBankCode = (bankId: string | undefined, { banks }: ReferenceData): string | null => {
  if (bankId === undefined) return null
  const bank = banks.find(({ id }) => id === bankId)
  if (bank === undefined)
    throw receiverProblem(
      'bank_id',
      'bank_not_found',
      phrase`names no bank; GET /api/v1/lookups/banks of the card surface lists them`,
    )
  return bank.code
}

/** Returns a target with an IBAN, an account number at a bank, or both for the same account. */
export const toAccountTarget = (named: TargetInput, data: ReferenceData): ReceiverAccountTarget => {
  const { iban: text, account_number = null } = named
  const bankCode = findNamedBankCode(named.bank_id, data)
  if (text === undefined) {
    if (bankCode === null) throw receiverProblem('bank_id', 'bad_request', phrase`is needed with an account number`)
    return { ...NO_CARD, iban: null, account_number, bank_code: bankCode }
  }
  const read = parseReceiverIban(text, (code) => data.bankOf(code) !== undefined)
  if ('code' in read) throw receiverProblem('iban', read.code, read.message)
  if (bankCode !== null && bankCode !== read.bankCode)
    throw receiverProblem(
      'bank_id',
      'bad_request',
      phrase`is another bank than the IBAN names (${read.bankCode ?? phrase`a foreign one`}); leave it out`,
    )
  return { ...NO_CARD, iban: read.iban, account_number, bank_code: read.bankCode }
}

/** `accountId` is the row the card is sealed for. */
export const toCardTarget = async (
  call: Pick<Call, 'runtime' | 'read'>,
  scope: MerchantScope,
  named: TargetInput,
  accountId: string,
  data: ReferenceData,
): Promise<ReceiverAccountTarget> => {
  const { sealer } = call.runtime
  const card = await readCard(call, scope, named.card_details ?? {})
  if (!passesLuhn(card.number))
    throw receiverProblem(
      'card_details.card_number',
      'invalid_card_number',
      phrase`fails the Luhn check; look for a mistyped digit`,
    )
  return {
    iban: null,
    account_number: null,
    bank_code: findNamedBankCode(named.bank_id, data) ?? data.rangeOf(card.number)?.bank_code ?? null,
    masked_card_no: maskCardNumber(card.number),
    card_token: randomUUID(),
    card_key: cardFingerprint(sealer, scope.tenantId, card.number),
    card_sealed: await sealCard(sealer, scope.tenantId, { table: 'receiver_accounts', id: accountId }, card),
  }
}

const readCard = async (
  { runtime, read }: Pick<Call, 'runtime' | 'read'>,
  scope: MerchantScope,
  details: NonNullable<TargetInput['card_details']>,
): Promise<WrittenCard> => {
  const { card_number: number, card_token, expire_month, expire_year } = details
  if ((number === undefined) === (card_token === undefined))
    throw receiverProblem('card_details', 'bad_request', phrase`takes one of card_number and card_token`)
  const expiry = {
    ...(expire_month === undefined ? {} : { expire_month }),
    ...(expire_year === undefined ? {} : { expire_year }),
  }
  if (number !== undefined) return { number, ...expiry }
  const stored = await read((tx) => findReceiverAccountByToken(tx, scope, card_token as string))
  if (!stored?.card_sealed)
    throw receiverProblem(
      'card_details.card_token',
      'invalid_card_number',
      phrase`names no stored card of this merchant`,
    )
  const owner = { table: 'receiver_accounts', id: stored.id } as const
  const opened = await openCard(runtime.sealer, scope.tenantId, owner, stored.card_sealed)
  return { number: opened.number.use((digits) => digits), ...expiry }
}
