/** Master keys in this process's memory, from a setting or a file; a file is read again when it changed. */
import { createHmac } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { decrypt, encrypt } from './cipher.ts'
import { type Kms, WrongMasterKeyError } from './kms.ts'
import {
  archiveKeys,
  type MasterKey,
  type MasterKeys,
  newMasterKey,
  parseKeys,
  replaceKeyFile,
} from './master-key-file.ts'

/** Keys that do not change until the next start. */
export const openTextKms = (text: string, source: string): Kms => kmsOver(source, fixed(parseKeys(text, source)))

/**
 * Keys of a file that can change while the program runs: a rotation in another process, or the operator, may rewrite
 * it.
 */
export const openFileKms = (path: string): Kms => {
  let seen = stampOf(path)
  let keys = parseKeys(readFileSync(path, 'utf8'), path)
  const refresh = (): void => {
    const stamp = stampOf(path)
    if (stamp === seen) return
    keys = parseKeys(readFileSync(path, 'utf8'), path)
    seen = stamp
  }
  const write = (change: (keys: MasterKeys) => readonly MasterKey[]): void => {
    refresh()
    replaceKeyFile(path, change(keys))
    refresh()
  }
  return {
    ...kmsOver(path, { current: () => keys, refresh }),
    async makeKey() {
      const made = newMasterKey(
        keys.map(({ id }) => id),
        new Date(),
      )
      write((all) => [made, ...all])
      return made.id
    },
    async keepOnly(keyIds) {
      refresh()
      const aside = archiveKeys(
        path,
        keys.filter(({ id }) => !keyIds.includes(id)),
        new Date(),
      )
      write((all) => all.filter(({ id }) => keyIds.includes(id)))
      return aside
    },
  }
}

interface Held {
  current(): MasterKeys
  refresh(): void
}

const fixed = (keys: MasterKeys): Held => ({ current: () => keys, refresh: () => undefined })

const kmsOver = (source: string, held: Held): Kms => {
  /** A row may name a key that was added to the file a moment ago, so an unknown id reloads the file. */
  const keyOf = (id: string): MasterKey => {
    const isIt = (key: MasterKey): boolean => key.id === id
    const heldKey = held.current().find(isIt)
    if (heldKey) return heldKey
    held.refresh()
    const fresh = held.current().find(isIt)
    if (!fresh) throw new WrongMasterKeyError(id, source)
    return fresh
  }
  return {
    source,
    keyIds: () => held.current().map(({ id }) => id),
    async refresh() {
      held.refresh()
    },
    async wrap(keyId, plain, belongsTo) {
      return encrypt(keyOf(keyId).key, plain, [...belongsTo, keyId])
    },
    async unwrap(keyId, wrapped, belongsTo) {
      const { key } = keyOf(keyId)
      try {
        return decrypt(key, wrapped, [...belongsTo, keyId])
      } catch {
        throw new WrongMasterKeyError(keyId, source) // same id, other key
      }
    },
    derive: (purpose) => createHmac('sha256', held.current().at(-1)!.key).update(purpose).digest(),
  }
}

/** A file that replaces another has a different inode number, even if its modification time is equal. */
const stampOf = (path: string): string => {
  const { ino, mtimeMs, size } = statSync(path)
  return `${ino} ${mtimeMs} ${size}`
}
