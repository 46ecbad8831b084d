/** Card and tax id of a receiver that a transfer names by its account. */
import { openCard } from '../../acquiring/card-vault.ts'
import { type CardFacts, toCardFacts } from '../../fraud/expressions/card-variables.ts'
import { taxIdSealingContext } from '../model/tax-id-sealing.ts'
import type { Receiver } from '../model/transfer.ts'
import type { TransferServices } from '../model/transfer-services.ts'

export const findCardFacts = async (
  { reference }: Pick<TransferServices, 'reference'>,
  cardNumber: string | null,
): Promise<CardFacts | null> =>
  cardNumber === null ? null : toCardFacts(cardNumber, await reference.binOf(cardNumber))

/** Seals the stored account's values again for the transfer, so that it is paid with the values it was created with. */
export const openStoredCard = async (
  services: Pick<TransferServices, 'runtime'>,
  tenantId: string,
  receiver: Receiver,
): Promise<string | null> => {
  if (receiver.card_sealed === null) return null
  const owner = { table: 'receiver_accounts', id: receiver.receiver_account_id } as const
  const { number } = await openCard(services.runtime.sealer, tenantId, owner, receiver.card_sealed)
  return number.use((text) => text)
}

export const openStoredTaxId = async (
  services: Pick<TransferServices, 'runtime'>,
  tenantId: string,
  receiver: Receiver,
): Promise<string | null> => {
  if (receiver.tax_id_sealed === null || receiver.recipient_id === null) return null
  return services.runtime.sealer.open(
    tenantId,
    taxIdSealingContext('recipients', receiver.recipient_id),
    receiver.tax_id_sealed,
  )
}
