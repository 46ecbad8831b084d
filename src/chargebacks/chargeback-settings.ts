/** The setting of chargebacks: whether two people decide how one ended. */
import { fourEyesSetting, needsTwoPeople } from '../identity/settings/four-eyes-setting.ts'
import type { KnownSetting } from '../identity/settings/known-setting.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Config } from '../infra/process/config.ts'

const FOUR_EYES = fourEyesSetting({
  key: 'chargebacks.four_eyes',
  meaning: {
    en: 'That a chargeback is won or lost counts once a second person has said the same',
    tr: 'Bir ters ibrazın kazanıldığı ya da kaybedildiği, ikinci bir kişi de aynısını söyleyince geçerli olur',
  },
})

export const CHARGEBACK_SETTINGS: readonly KnownSetting[] = [FOUR_EYES]

export const isEndedByTwo = (tx: Tx, tenantId: string, config: Pick<Config, 'env'>): Promise<boolean> =>
  needsTwoPeople(tx, tenantId, FOUR_EYES, config)
