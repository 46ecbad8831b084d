/** Guards of a bank configuration's changes that other modules decide: open work, and whether a second person confirms. */
import type { ConfigurationGuards } from '../acquiring/configurations/guard-change.ts'
import type { KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import type { Config } from '../infra/process/config.ts'
import { findPendingBankWork } from '../payments/model/pending-bank-work.ts'
import { hasLivePayments } from '../payments/queries/counted-payments.ts'
import { hasTransfersUnderWay } from '../transfers/source-accounts/source-account-lookup.ts'

const FOUR_EYES = 'connectors.four_eyes'
const standardOf = ({ env }: Pick<Config, 'env'>): string => (env === 'production' ? 'true' : 'false')

export const connectorSettings = (config: Pick<Config, 'env'>): readonly KnownSetting[] => [
  {
    key: FOUR_EYES,
    kind: { oneOf: ['true', 'false'] },
    strict: { value: 'true', standard: standardOf(config) },
    standard: standardOf(config),
    meaning: {
      en: 'Addresses and secrets of a bank configuration count once a second person has confirmed them',
      tr: 'Bir banka yapılandırmasının adresleri ve gizli anahtarları ikinci bir kişi onaylayınca geçerli olur',
    },
  },
]

export const configurationGuards = (config: Pick<Config, 'env'>): ConfigurationGuards => ({
  hasLivePayments,
  openWork: async (tx, tenantId, configurationId) =>
    (await findPendingBankWork(tx, tenantId, configurationId)) ??
    ((await hasTransfersUnderWay(tx, tenantId, configurationId)) ? 'transfers' : null),
  wantsFourEyes: async (tx, tenantId) =>
    ((await findSettings(tx, tenantId, [FOUR_EYES])).get(FOUR_EYES) ?? standardOf(config)) === 'true',
})
