/** Guards of a bank configuration's changes that other modules decide: open work, and whether a second person confirms. */
import type { ConfigurationGuards } from '../acquiring/configurations/guard-change.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { countingValue, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import type { Config } from '../infra/process/config.ts'
import { findPendingBankWork } from '../payments/model/pending-bank-work.ts'
import { hasLivePayments } from '../payments/queries/counted-payments.ts'
import { hasTransfersUnderWay } from '../transfers/source-accounts/source-account-lookup.ts'

const FOUR_EYES: KnownSetting = {
  key: 'connectors.four_eyes',
  kind: { oneOf: ['true', 'false'] },
  loosens: { by: 'leaving', value: 'true' },
  standard: { sandbox: 'false', production: 'true' },
  meaning: {
    en: 'Accounts, addresses and secrets of a bank configuration, bank profiles of merchants, and what sends payments to banks that nobody confirmed, count once a second person has confirmed them',
    tr: 'Bir banka yapılandırmasının hesabı, adresleri ve gizli anahtarları, üye iş yerlerinin banka profilleri ve ödemeleri kimsenin onaylamadığı bankalara gönderen değişiklikler ikinci bir kişi onaylayınca geçerli olur',
  },
}

export const CONNECTOR_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const configurationGuards = ({ env }: Pick<Config, 'env'>): ConfigurationGuards => ({
  hasLivePayments,
  openWork: async (tx, tenantId, configurationId) =>
    (await findPendingBankWork(tx, tenantId, configurationId)) ??
    ((await hasTransfersUnderWay(tx, tenantId, configurationId)) ? phrase`transfers` : null),
  wantsFourEyes: async (tx, tenantId) => {
    const set = await findSettings(tx, tenantId, [FOUR_EYES.key])
    return countingValue(FOUR_EYES, set.get(FOUR_EYES.key), env) === 'true'
  },
})
