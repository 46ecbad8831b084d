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
      en: 'A fraud rule that was changed is activated by another person than its editor',
      tr: 'Değiştirilen bir dolandırıcılık kuralını, düzenleyenden başka biri etkinleştirir',
    },
  },
]

/** Read with the change it binds: a setting in force when the change commits was in force for it. */
export const requiresFourEyes = async (tx: Tx, tenantId: string): Promise<boolean> =>
  (await findSettings(tx, tenantId, [RULES_FOUR_EYES])).get(RULES_FOUR_EYES) === 'true'
