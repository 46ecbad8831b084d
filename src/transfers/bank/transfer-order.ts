/** The order a transfer becomes at its bank. */

import { openCard } from '../../acquiring/card-vault.ts'
import type { ServedConfiguration } from '../../acquiring/tenant-banks/connectors-module.ts'
import type { Configuration } from '../../connectors/attempt.ts'
import type { TransferBank, TransferOrder } from '../../connectors/transfer-bank.ts'
import { money } from '../../core/money.ts'
import { Secret } from '../../core/secret.ts'
import { taxIdSealingContext } from '../model/tax-id-sealing.ts'
import type { TransferRow } from '../model/transfer.ts'
import { toTransferReference } from '../model/transfer-reference.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { findSourceAccounts, type SourceAccount } from '../source-accounts/source-account-lookup.ts'

export interface ServingBank extends ServedConfiguration {
  readonly bank: TransferBank
}

/** Returns undefined if no connector serves the account's configuration, or its bank sends no transfers. */
export const findServingBank = async (
  services: Pick<TransferServices, 'connectors'>,
  account: Pick<SourceAccount, 'tenant_id' | 'configuration_id'>,
): Promise<ServingBank | undefined> => {
  const served = await services.connectors.servedConfiguration(account)
  const bank = served?.connector.transferBank
  return served && bank && { ...served, bank }
}

/**
 * Returns why a transfer is not sent while its configuration or connector is switched off; a deleted one is handled
 * later.
 */
export const whyInactive = (
  configurations: readonly Configuration[],
  configurationId: string | null,
): 'connector_unavailable' | null =>
  configurations.some(({ id, isActive }) => id === configurationId && !isActive) ? 'connector_unavailable' : null

export const buildTransferOrder = async (
  services: Pick<TransferServices, 'runtime'>,
  transfer: TransferRow,
  account: SourceAccount,
  configuration: Configuration,
): Promise<TransferOrder> => {
  const { tenant_id, id, card_sealed, tax_id_sealed } = transfer
  const { sealer } = services.runtime
  const owner = { table: 'transfers', id } as const
  const card = card_sealed === null ? null : (await openCard(sealer, tenant_id, owner, card_sealed)).number
  const taxId =
    tax_id_sealed === null
      ? null
      : new Secret(await sealer.open(tenant_id, taxIdSealingContext('transfers', id), tax_id_sealed))
  return {
    tenantId: tenant_id,
    transferId: id,
    reference: toTransferReference(transfer, transfer.attempt_no),
    type: transfer.request_type,
    amount: money(transfer.amount, transfer.currency),
    from: { iban: account.iban, accountNumber: account.account_number },
    to: {
      holderName: transfer.holder_name,
      bankCode: transfer.bank_code,
      iban: transfer.iban,
      accountNumber: transfer.account_number,
      card,
      taxId,
    },
    description: transfer.description,
    configuration,
  }
}

export const findSourceAccountOf = async (
  services: Pick<TransferServices, 'runtime'>,
  { tenant_id, source_account_id }: Pick<TransferRow, 'tenant_id' | 'source_account_id'>,
): Promise<SourceAccount | undefined> => {
  const [account] = await services.runtime.db.transaction({ of: tenant_id }, (tx) =>
    findSourceAccounts(tx, tenant_id, [source_account_id]),
  )
  return account
}
