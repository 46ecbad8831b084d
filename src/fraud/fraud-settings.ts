/** Settings of a tenant that the fraud surface follows. */
import type { KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import type { Tx } from '../infra/database/database.ts'

const RULES_FOUR_EYES = 'fraud.rules_four_eyes'

export const FRAUD_SETTINGS: readonly KnownSetting[] = [
  {
    key: RULES_FOUR_EYES,
    kind: { oneOf: ['true', 'false'] },
    loosens: { by: 'leaving', value: 'true' },
    standard: 'false',
    meaning: {
      en: 'What could switch a fraud check off counts once a second person has confirmed it: new and changed rules, removals from the blacklist, policies',
      tr: 'Bir dolandırıcılık denetimini kapatabilecek her şey, ikinci bir kişi onaylayınca geçerli olur: yeni ve değişen kurallar, kara listeden çıkarmalar, politikalar',
    },
  },
]

/** Read with the change it binds: a setting in force when the change commits was in force for it. What is of the platform follows no setting. */
export const requiresFourEyes = async (tx: Tx, owner: string | null): Promise<boolean> =>
  owner !== null && (await findSettings(tx, owner, [RULES_FOUR_EYES])).get(RULES_FOUR_EYES) === 'true'
