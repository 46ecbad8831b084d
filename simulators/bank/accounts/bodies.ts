/** Request schemas of the accounts API: an unknown member is refused. */
import { Ajv } from 'ajv'

const AMOUNT_MAX = Number.MAX_SAFE_INTEGER
/** Limit of one opening or deposit, so that sums of a thousand of them are still exact. */
const FUNDS_MAX = 1_000_000_000_000

const NAME = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_.:-]+$' } as const
const TEXT = { type: 'string', maxLength: 100 } as const
const IBAN = { type: 'string', minLength: 15, maxLength: 34 } as const
const CURRENCY = { enum: ['TRY', 'USD', 'EUR', 'GBP'] } as const

const ACCOUNT = {
  type: 'object',
  additionalProperties: false,
  required: ['iban', 'currency', 'holder_name'],
  properties: {
    iban: IBAN,
    currency: CURRENCY,
    name: TEXT,
    holder_name: { ...TEXT, minLength: 1 },
    opening_balance: { type: 'integer', minimum: 0, maximum: FUNDS_MAX },
  },
} as const

export const CUSTOMER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['secret_key'],
  properties: {
    secret_key: { type: 'string', minLength: 16, maxLength: 256 },
    notice_url: { type: 'string', maxLength: 500, pattern: '^https?://' },
    tenant_id: NAME,
    accounts: { type: 'array', maxItems: 20, items: ACCOUNT },
  },
} as const

export const OPEN_ACCOUNT_SCHEMA = {
  ...ACCOUNT,
  required: ['customer', ...ACCOUNT.required],
  properties: { customer: NAME, ...ACCOUNT.properties },
} as const

export const DEPOSIT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['amount'],
  properties: { amount: { type: 'integer', minimum: 1, maximum: FUNDS_MAX }, description: TEXT },
} as const

export const TRANSFER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['reference', 'source_iban', 'type', 'amount', 'currency', 'recipient'],
  properties: {
    reference: NAME,
    transfer_id: NAME,
    source_iban: IBAN,
    type: { enum: ['fast', 'eft', 'remittance', 'credit_card'] },
    amount: { type: 'integer', minimum: 1, maximum: AMOUNT_MAX },
    currency: CURRENCY,
    recipient: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: TEXT,
        tax_id: { type: 'string', pattern: '^[0-9]{10,11}$' },
        iban: IBAN,
        account_number: { type: 'string', pattern: '^[A-Z0-9]{1,16}$' },
        card_number: { type: 'string', pattern: '^[0-9]{13,19}$' },
      },
      oneOf: [{ required: ['iban'] }, { required: ['account_number'] }, { required: ['card_number'] }],
    },
    description: TEXT,
  },
} as const

export interface AccountBody {
  readonly iban: string
  readonly currency: 'TRY' | 'USD' | 'EUR' | 'GBP'
  readonly name?: string
  readonly holder_name: string
  readonly opening_balance?: number
}
export interface CustomerBody {
  readonly secret_key: string
  readonly notice_url?: string
  readonly tenant_id?: string
  readonly accounts?: readonly AccountBody[]
}
export interface TransferBody {
  readonly reference: string
  readonly transfer_id?: string
  readonly source_iban: string
  readonly type: 'fast' | 'eft' | 'remittance' | 'credit_card'
  readonly amount: number
  readonly currency: 'TRY' | 'USD' | 'EUR' | 'GBP'
  readonly recipient: {
    readonly name?: string
    readonly tax_id?: string
    readonly iban?: string
    readonly account_number?: string
    readonly card_number?: string
  }
  readonly description?: string
}

const ajv = new Ajv()
const readAs = <T>(schema: object): ((body: Buffer) => T | string) => {
  const isValid = ajv.compile<T>(schema)
  return (body) => {
    let value: unknown
    try {
      value = JSON.parse(body.toString('utf8'))
    } catch {
      return 'the body is no JSON'
    }
    if (isValid(value)) return value
    const [fault] = isValid.errors!
    const extra = fault!.params.additionalProperty as string | undefined
    return `the body${fault!.instancePath} ${fault!.message}${extra === undefined ? '' : `: ${extra}`}`
  }
}

export const readCustomer = readAs<CustomerBody>(CUSTOMER_SCHEMA)
export const readTransfer = readAs<TransferBody>(TRANSFER_SCHEMA)
