/** Master keys: they wrap the keys in the database and never enter it. From a setting, or from a file made at the first start. */
import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingFault } from '../setting-forms.ts'

export interface MasterKey {
  readonly id: string
  readonly key: Buffer
}
/** Newest first: the first one wraps, all of them open. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]]

const KEY_BYTES = 32

export const masterKeys = (setting: string | undefined, dataDir: string): MasterKeys =>
  setting === undefined
    ? parse(keyFile(join(dataDir, 'master.key'), dataDir), `${join(dataDir, 'master.key')}`)
    : parse(setting, 'VEZNE_MASTER_KEYS')

/** Password of the role the program acts as. The oldest key makes it, so that it stays while a newer one is brought in. */
export const appPassword = (keys: MasterKeys): string =>
  createHmac('sha256', keys[keys.length - 1]!.key)
    .update('vezne_app password')
    .digest('base64url')

const parse = (text: string, source: string): MasterKeys => {
  const keys = text.split(/[,\n]/).flatMap((entry) => {
    if (entry.trim() === '') return []
    const [id = '', base64 = ''] = entry.trim().split(':')
    const key = Buffer.from(base64, 'base64')
    if (!/^[A-Za-z0-9_.-]{1,64}$/.test(id) || key.length !== KEY_BYTES)
      throw new SettingFault(source, 'each key is id:base64 of 32 bytes, such as k1:$(openssl rand -base64 32)')
    return { id, key }
  })
  if (keys.length === 0) throw new SettingFault(source, 'holds no key')
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new SettingFault(source, 'the same key id stands there twice')
  return keys as unknown as MasterKeys
}

/** The file's text; several first starters at once agree on one file. */
const keyFile = (path: string, dataDir: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `k1:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
