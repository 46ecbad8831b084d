/** Chooses the KMS that the settings name. A new kind of KMS is one more case here. */
import type { Config } from '../process/config.ts'
import { InvalidSettingError } from '../process/setting-parsers.ts'
import type { Kms } from './kms.ts'
import { openFileKms, openTextKms } from './local-kms.ts'
import { checkFileMode, findOrMakeKeyFile } from './master-key-file.ts'

type Named = Pick<Config, 'env' | 'dataDir' | 'masterKeys' | 'masterKeysFile'>

const NONE_GIVEN = `production starts with master keys that you keep, none is made for you. Make a file with
  npm run vezne -- keys make /etc/vezne/keys.json
name it here, keep a copy apart from the backups of the database, and give the same file to every process; or set
VEZNE_MASTER_KEYS=k1:$(openssl rand -base64 32)`

/** `warn` receives in the sandbox what production would refuse. */
export const openKms = (config: Named, warn: (line: string) => void): Kms => {
  if (config.masterKeys !== undefined) {
    if (config.masterKeysFile !== undefined)
      throw new InvalidSettingError('VEZNE_MASTER_KEYS', 'VEZNE_MASTER_KEYS_FILE is set, too; give one of them')
    return openTextKms(config.masterKeys, 'VEZNE_MASTER_KEYS')
  }
  if (config.masterKeysFile === undefined && config.env === 'production')
    throw new InvalidSettingError('VEZNE_MASTER_KEYS_FILE', NONE_GIVEN)
  const path = config.masterKeysFile ?? findOrMakeKeyFile(config.dataDir, new Date())
  const fault = statedFault(path)
  if (fault !== undefined) {
    if (config.env === 'production') throw new InvalidSettingError('VEZNE_MASTER_KEYS_FILE', fault)
    warn(fault)
  }
  return openFileKms(path)
}

const missingFile = (path: string): string =>
  `there is no ${path}. For a new database make it (npm run vezne -- keys make ${path}, in a package: vezne keys make ${path}), as the user that the program runs as; for one that exists bring it back from its copy`

const statedFault = (path: string): string | undefined => {
  try {
    return checkFileMode(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InvalidSettingError('VEZNE_MASTER_KEYS_FILE', missingFile(path))
    throw new InvalidSettingError('VEZNE_MASTER_KEYS_FILE', `cannot read ${path}: ${(error as Error).message}`)
  }
}
