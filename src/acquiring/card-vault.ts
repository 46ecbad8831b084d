/** The card vault: the only code that seals and opens cards. Data sealed for one row cannot be opened for another. */
import { Secret } from '../core/secret.ts'
import type { Sealer, SealingContext } from '../infra/crypto/sealer.ts'

interface VaultCard {
  readonly number: Secret
  readonly expireMonth: number
  readonly expireYear: number
}

/** Members of a card that the vault stores; never its code. A card that receives money may have no expiry. */
export interface WrittenCard {
  readonly number: string
  readonly expire_month?: string
  readonly expire_year?: string
}

/** The owner of the card: a row of one of these tables. */
interface CardOwner {
  readonly table: 'payments' | 'transfers' | 'receiver_accounts' | 'recurring_plans' | 'fields_sessions'
  readonly id: string
}

export const sealCard = (sealer: Sealer, tenantId: string, owner: CardOwner, card: WrittenCard): Promise<Buffer> =>
  sealer.seal(tenantId, toSealingContext(owner), `${card.number}|${card.expire_month ?? ''}|${card.expire_year ?? ''}`)

export const openCard = async (
  sealer: Sealer,
  tenantId: string,
  owner: CardOwner,
  sealed: Buffer,
): Promise<VaultCard> => {
  const [number = '', month, year] = (await sealer.open(tenantId, toSealingContext(owner), sealed)).split('|')
  return { number: new Secret(number), expireMonth: Number(month), expireYear: Number(year) }
}

const toSealingContext = ({ table, id }: CardOwner): SealingContext => ({ table, rowId: id, column: 'card_sealed' })
