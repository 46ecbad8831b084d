/** Whether what was agreed with a merchant takes effect by one person's word. */
import { countingValue, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Config } from '../../infra/process/config.ts'

const FOUR_EYES: KnownSetting = {
  key: 'settlements.terms_four_eyes',
  kind: { oneOf: ['true', 'false'] },
  loosens: { by: 'leaving', value: 'true' },
  standard: { sandbox: 'false', production: 'true' },
  meaning: {
    en: 'Terms of settlements count once a second person has confirmed them',
    tr: 'Hakediş koşulları ikinci bir kişi onaylayınca geçerli olur',
  },
}

export const SETTLEMENT_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const wantsFourEyes = async (tx: Tx, tenantId: string, { env }: Pick<Config, 'env'>): Promise<boolean> => {
  const set = await findSettings(tx, tenantId, [FOUR_EYES.key])
  return countingValue(FOUR_EYES, set.get(FOUR_EYES.key), env) === 'true'
}
