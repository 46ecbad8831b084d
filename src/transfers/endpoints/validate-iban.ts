/** POST /api/v1/validation/iban on this surface: whether an IBAN can receive money, and by which types. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { BankCode, BankId, BankName, ErrorMessage } from '../../core/members/record-members.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { described, Enum, Nullable, NullableText } from '../../core/schema.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import type { Bank } from '../../reference/reference-store.ts'
import { type IbanReading, readIban } from '../../reference/validation/read-iban.ts'
import type { TransferType } from '../model/transfer.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { TransferTypeEnum } from '../schemas/creation-schemas.ts'
import { findSourceBankCodes } from '../source-accounts/source-account-lookup.ts'

const FAULTS = ['invalid_format', 'unsupported_country', 'checksum_failed', 'bank_not_found'] as const

const TransferIbanBody = Type.Object(
  { iban: Type.String({ description: 'IBAN to check; blanks are allowed.' }) },
  { $id: 'TransferIbanBody' },
)

const TransferIban = Type.Object(
  {
    is_valid: Type.Boolean({
      description:
        'Whether the IBAN is well-formed: length, characters and check digits. It does not say that money can be sent there.',
    }),
    iban: NullableText('IBAN without blanks; null when it is not well-formed.'),
    iban_formatted: NullableText('IBAN in groups of four characters, for people; null when it is not well-formed.'),
    iban_masked: NullableText('IBAN with its middle masked; null when it is not well-formed.'),
    country_code: NullableText('Country of the IBAN as two-letter ISO 3166 code; null when it is not well-formed.'),
    bank_id: BankId,
    bank_code: BankCode,
    bank_name: BankName,
    bank_swift: NullableText('SWIFT code (BIC) of the bank; null when no bank is known.'),
    branch_code: NullableText('Always null: a Turkish IBAN does not tell the branch.'),
    account_number: NullableText('Account number within the IBAN; null when the IBAN is not a Turkish one.'),
    supported_transfer_types: Type.Array(TransferTypeEnum, {
      description:
        'Ways in which money can be sent to the IBAN; empty when error_code says why it cannot. It includes remittance when the tenant has an active source account at this bank.',
    }),
    error_code: described(
      Nullable(Enum('TransferIbanFault', FAULTS)),
      'Reason why no money can be sent to the IBAN; null when it can.',
    ),
    error_message: ErrorMessage,
  },
  { $id: 'TransferIban' },
)

export const validateTransferIban = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/validation/iban',
    tag: 'Validation',
    summary: 'Check an IBAN',
    description:
      'A bad IBAN is answered with is_valid false and the reason, not with an error. is_valid says what it says on the card surface: well-formed.',
    allow: 'read',
    effect: 'computes',
    limit: 'validation',
    idempotent: false,
    body: TransferIbanBody,
    answers: { 200: TransferIban },
    async handle({ body, tenantId, read, request }) {
      const reading = readIban(body.iban)
      const { bankOf } = await services.reference.data()
      const bank = reading.bank_code === null ? undefined : bankOf(reading.bank_code)
      const fault = findIbanFault(reading, bank)
      const own = fault === null ? await read((tx) => findSourceBankCodes(tx, tenantId)) : []
      const said = fault && { ...fault, message: phraseFor(request, fault.message) }
      return ok(toIbanResponse(reading, bank, said, own))
    },
  })

interface Fault {
  readonly code: (typeof FAULTS)[number]
  readonly message: Phrase
}

const findIbanFault = (reading: IbanReading, bank: Bank | undefined): Fault | null => {
  const { country_code, format_valid, is_valid, error_message, bank_code } = reading
  if (country_code !== null && country_code !== 'TR')
    return { code: 'unsupported_country', message: phrase`Money goes to Turkish IBANs only` }
  if (!format_valid) return { code: 'invalid_format', message: error_message ?? phrase`This is no IBAN` }
  if (!is_valid) return { code: 'checksum_failed', message: error_message ?? phrase`The check digits do not fit` }
  if (bank === undefined) return { code: 'bank_not_found', message: phrase`No bank has the code ${bank_code ?? '-'}` }
  return null
}

const ACCOUNT_AT = 10 // after country, check digits, five digits of the bank and a zero
const REACHES: readonly TransferType[] = ['fast', 'eft']

const toIbanResponse = (
  reading: IbanReading,
  bank: Bank | undefined,
  fault: (Omit<Fault, 'message'> & { readonly message: string }) | null,
  ownBanks: readonly string[],
) => {
  const { formatted_iban, masked_iban, country_code, bank_code } = reading
  const iban = formatted_iban?.replaceAll(' ', '') ?? null
  const isOwn = bank_code !== null && ownBanks.includes(bank_code)
  return {
    is_valid: reading.is_valid,
    iban,
    iban_formatted: formatted_iban,
    iban_masked: masked_iban,
    country_code,
    bank_id: bank?.id ?? null,
    bank_code,
    bank_name: bank?.name ?? null,
    bank_swift: bank?.swift_code ?? null,
    branch_code: null,
    account_number: bank_code === null ? null : (iban?.slice(ACCOUNT_AT) ?? null),
    supported_transfer_types: fault !== null ? [] : isOwn ? [...REACHES, 'remittance'] : REACHES,
    error_code: fault?.code ?? null,
    error_message: fault?.message ?? null,
  }
}
