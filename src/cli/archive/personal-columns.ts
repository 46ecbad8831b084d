/** The columns that identify a person, their values without personal data, and the person under whose key they are sealed in a file. */
import { withoutPersonal } from '../../core/personal-data.ts'
import { eraseInVariables } from '../../fraud/checks/personal-data-of-checks.ts'
import { unpackVariables } from '../../fraud/expressions/packed-variables.ts'
import type { Sealer } from '../../infra/crypto/sealer.ts'
import { NO_PERSON, type PersonKeys } from '../../payments/personal-data/archive-keys.ts'
import { toPersonKey } from '../../payments/personal-data/buyer-keys.ts'
import { ERASED, eraseBody } from '../../payments/personal-data/personal-data-of-payments.ts'

export type Values = Readonly<Record<string, string | null>>

interface PersonalColumns {
  readonly columns: readonly string[]
  /** Returns the values as the person's erasure leaves them. */
  readonly erased: (row: Values) => Values
  /** Keys of the person in the row itself; if it has none, the person of its payment counts. */
  readonly ownKeys: (sealer: Pick<Sealer, 'fingerprint'>, row: Values) => PersonKeys
  /** Id of that payment. */
  readonly payment: (row: Values) => string | null
}

const hex = (bytea: string | null | undefined): string | null => bytea?.replace(/^\\x/, '') ?? null
const withoutPersonalJson = (text: string | null | undefined): string | null =>
  text == null ? null : JSON.stringify(withoutPersonal(JSON.parse(text)))

export const PERSONAL_COLUMNS: Readonly<Record<string, PersonalColumns>> = {
  payments: {
    columns: ['card_holder_name', 'ip_address', 'request_body', 'extra', 'buyer_email_key', 'buyer_identity_key'],
    erased: (row) => ({
      card_holder_name: ERASED,
      ip_address: null,
      request_body: eraseBody(row.request_body ?? '{}'),
      extra: withoutPersonalJson(row.extra),
      buyer_email_key: null,
      buyer_identity_key: null,
    }),
    ownKeys: (_sealer, row) => ({ email: hex(row.buyer_email_key), identity: hex(row.buyer_identity_key) }),
    payment: (row) => row.parent_id ?? null,
  },
  fraud_checks: {
    columns: ['variables'],
    erased: (row) => ({ variables: eraseInVariables(row.variables ?? '') }),
    ownKeys(sealer, row) {
      const email = unpackVariables(row.variables ?? '')['customer.email']
      if (typeof email !== 'string') return NO_PERSON
      return { email: toPersonKey(sealer, row.tenant_id ?? '', 'email', email).toString('hex'), identity: null }
    },
    payment: (row) => row.id ?? null,
  },
  // The law requires these rows, so no erasure removes them; a file must still not disclose them to its finder.
  transfers: {
    columns: ['holder_name', 'iban', 'account_number', 'receiver_key', 'description', 'extra'],
    erased: (row) => ({
      holder_name: ERASED,
      iban: null,
      account_number: null,
      receiver_key: ERASED,
      description: null,
      extra: withoutPersonalJson(row.extra),
    }),
    ownKeys: () => NO_PERSON,
    payment: () => null,
  },
}
