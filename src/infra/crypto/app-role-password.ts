/**
 * The password of the role the program acts as. It is kept in the database like any key, wrapped by a master key, so
 * that a rotation does not change it.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { WrappedKey } from './key-store.ts'
import { unwrapKey, wrapKey } from './key-wrap.ts'
import type { Kms } from './kms.ts'

const NAME = 'app_password'
const PURPOSE = 'vezne_app password'
const BYTES = 32

interface AppPassword {
  readonly text: string
  /** Stores the password for later starts; does nothing if it is already stored. */
  keep(owner: pg.Client): Promise<void>
}

/**
 * Returns the password. Until it is stored, it is derived from the oldest master key where possible, so that databases
 * of one server, which share the role, agree on it.
 */
export const appPassword = async (owner: pg.Client, kms: Kms): Promise<AppPassword> => {
  const kept = await findStored(owner)
  const bytes = kept === undefined ? (kms.derive?.(PURPOSE) ?? randomBytes(BYTES)) : await unwrapKey(kms, kept, [NAME])
  return {
    text: bytes.toString('base64url'),
    async keep(client) {
      if (kept !== undefined) return
      const { rows } = await client.query<{ id: string }>(
        'select master_key_id as id from key_rotations order by generation desc limit 1',
      )
      const row = await wrapKey(kms, rows[0]?.id ?? (kms.keyIds()[0] as string), NAME, [NAME], bytes)
      await client.query(
        'insert into platform_keys (name, master_key_id, wrapped, created) values ($1, $2, $3, now()) on conflict do nothing',
        [row.id, row.master_key_id, row.wrapped],
      )
    },
  }
}

const findStored = async (owner: pg.Client): Promise<WrappedKey | undefined> => {
  const { rows } = await owner.query<{ made: boolean }>(
    `select to_regclass('public.platform_keys') is not null as made`,
  )
  if (!rows[0]!.made) return undefined
  const found = await owner.query<WrappedKey>(
    'select name as id, master_key_id, wrapped from platform_keys where name = $1',
    [NAME],
  )
  return found.rows[0]
}
