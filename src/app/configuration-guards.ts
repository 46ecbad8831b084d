/** Guards of a bank configuration's changes that other modules decide: open work, and whether a second person confirms. */
import type { ConfigurationGuards } from '../acquiring/configurations/guard-change.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { fourEyesSetting, needsTwoPeople } from '../identity/settings/four-eyes-setting.ts'
import type { KnownSetting } from '../identity/settings/known-setting.ts'
import type { Config } from '../infra/process/config.ts'
import { findPendingBankWork } from '../payments/model/pending-bank-work.ts'
import { hasLivePayments } from '../payments/queries/counted-payments.ts'
import { hasTransfersUnderWay } from '../transfers/source-accounts/source-account-lookup.ts'

const FOUR_EYES = fourEyesSetting({
  key: 'connectors.four_eyes',
  meaning: {
    en: 'Accounts, addresses and secrets of a bank configuration, bank profiles of merchants, and what sends payments to banks that nobody confirmed, count once a second person has confirmed them',
    tr: 'Bir banka yapılandırmasının hesabı, adresleri ve gizli anahtarları, üye iş yerlerinin banka profilleri ve ödemeleri kimsenin onaylamadığı bankalara gönderen değişiklikler ikinci bir kişi onaylayınca geçerli olur',
  },
})

export const CONNECTOR_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const configurationGuards = (config: Pick<Config, 'env'>): ConfigurationGuards => ({
  hasLivePayments,
  openWork: async (tx, tenantId, configurationId) =>
    (await findPendingBankWork(tx, tenantId, configurationId)) ??
    ((await hasTransfersUnderWay(tx, tenantId, configurationId)) ? phrase`transfers` : null),
  wantsFourEyes: (tx, tenantId) => needsTwoPeople(tx, tenantId, FOUR_EYES, config),
})
