/** Setting that decides whether terms of a merchant take effect by one person's decision. */
import { fourEyesSetting, needsTwoPeople } from '../../identity/settings/four-eyes-setting.ts'
import type { KnownSetting } from '../../identity/settings/known-setting.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Config } from '../../infra/process/config.ts'

const FOUR_EYES = fourEyesSetting({
  key: 'settlements.terms_four_eyes',
  meaning: {
    en: 'Terms of settlements count once a second person has confirmed them',
    tr: 'Hakediş koşulları ikinci bir kişi onaylayınca geçerli olur',
  },
})

export const SETTLEMENT_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const wantsFourEyes = (tx: Tx, tenantId: string, config: Pick<Config, 'env'>): Promise<boolean> =>
  needsTwoPeople(tx, tenantId, FOUR_EYES, config)
