/** Whether what was agreed with a merchant takes effect by one person's word. */
import type { KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Config } from '../../infra/process/config.ts'

const FOUR_EYES = 'settlements.terms_four_eyes'

const standardOf = ({ env }: Pick<Config, 'env'>): string => String(env === 'production')

export const settlementSettings = (config: Pick<Config, 'env'>): readonly KnownSetting[] => [
  {
    key: FOUR_EYES,
    kind: { oneOf: ['true', 'false'] },
    strict: { value: 'true', standard: standardOf(config) },
    standard: standardOf(config),
    meaning: {
      en: 'Terms of settlements count once a second person has confirmed them',
      tr: 'Hakediş koşulları ikinci bir kişi onaylayınca geçerli olur',
    },
  },
]

export const wantsFourEyes = async (tx: Tx, tenantId: string, config: Pick<Config, 'env'>): Promise<boolean> =>
  ((await findSettings(tx, tenantId, [FOUR_EYES])).get(FOUR_EYES) ?? standardOf(config)) === 'true'
