/** The setting of chargebacks: whether how one ended is said by two people. */
import { countingValue, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Config } from '../infra/process/config.ts'

const FOUR_EYES: KnownSetting = {
  key: 'chargebacks.four_eyes',
  kind: { oneOf: ['true', 'false'] },
  loosens: { by: 'leaving', value: 'true' },
  standard: { sandbox: 'false', production: 'true' },
  meaning: {
    en: 'That a chargeback is won or lost counts once a second person has said the same',
    tr: 'Bir ters ibrazın kazanıldığı ya da kaybedildiği, ikinci bir kişi de aynısını söyleyince geçerli olur',
  },
}

export const CHARGEBACK_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const isEndedByTwo = async (tx: Tx, tenantId: string, { env }: Pick<Config, 'env'>): Promise<boolean> => {
  const set = await findSettings(tx, tenantId, [FOUR_EYES.key])
  return countingValue(FOUR_EYES, set.get(FOUR_EYES.key), env) === 'true'
}
