/** The card vault: the only code that seals and opens the card of a payment. What it seals opens nowhere else. */
import { Secret } from '../core/secret.ts'
import type { Place, Sealer } from '../infra/secrets.ts'

export interface VaultCard {
  readonly number: Secret
  readonly expireMonth: number
  readonly expireYear: number
}

/** What of a card goes into the vault; never its code. */
export interface WrittenCard {
  readonly number: string
  readonly expire_month: string
  readonly expire_year: string
}

export const sealCard = (sealer: Sealer, tenantId: string, paymentId: string, card: WrittenCard): Promise<Buffer> =>
  sealer.seal(tenantId, placeOf(paymentId), `${card.number}|${card.expire_month}|${card.expire_year}`)

export const openCard = async (
  sealer: Sealer,
  tenantId: string,
  paymentId: string,
  sealed: Buffer,
): Promise<VaultCard> => {
  const [number = '', month, year] = (await sealer.open(tenantId, placeOf(paymentId), sealed)).split('|')
  return { number: new Secret(number), expireMonth: Number(month), expireYear: Number(year) }
}

const placeOf = (paymentId: string): Place => ({ table: 'payments', rowId: paymentId, column: 'card_sealed' })
