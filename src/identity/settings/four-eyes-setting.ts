/** Settings that say whether something takes two people: in production it does, unless two people of the tenant have agreed otherwise. */
import type { Tx } from '../../infra/database/database.ts'
import type { Config } from '../../infra/process/config.ts'
import { countingValue, type KnownSetting } from './known-setting.ts'
import { findSettings } from './setting-store.ts'

export const fourEyesSetting = ({ key, meaning }: Pick<KnownSetting, 'key' | 'meaning'>): KnownSetting => ({
  key,
  kind: { oneOf: ['true', 'false'] },
  loosens: { by: 'leaving', value: 'true' },
  standard: { sandbox: 'false', production: 'true' },
  meaning,
})

/** Read it in the transaction of the change that it binds. */
export const needsTwoPeople = async (
  tx: Tx,
  tenantId: string,
  setting: KnownSetting,
  { env }: Pick<Config, 'env'>,
): Promise<boolean> => {
  const set = await findSettings(tx, tenantId, [setting.key])
  return countingValue(setting, set.get(setting.key), env) === 'true'
}
