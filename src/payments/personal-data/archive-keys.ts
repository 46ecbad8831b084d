/**
 * Keys under which archive files hold what identifies a person. The keys stay in the database and are deleted when the
 * person is erased.
 */
import { randomBytes } from 'node:crypto'
import { newId } from '../../core/id.ts'
import { decrypt, encrypt } from '../../infra/crypto/cipher.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Runtime } from '../../infra/runtime.ts'

/** Keyed hashes, in hex, that find a person; if both are null, no person can be found by them. */
export interface PersonKeys {
  readonly email: string | null
  readonly identity: string | null
}
export const NO_PERSON: PersonKeys = { email: null, identity: null }

interface KeyRow {
  readonly id: string
  readonly email: string | null
  readonly identity: string | null
  readonly key_sealed: Buffer
}

type Services = Pick<Runtime, 'db' | 'sealer' | 'clock'>

const KEY_BYTES = 32
const CACHED_MAX = 10_000
const place = (rowId: string) => ({ table: 'archive_keys', rowId, column: 'key_sealed' })
const toName = ({ email, identity }: PersonKeys): string => `${email} ${identity}`

export interface ArchiveKeys {
  /** Creates the missing keys; they are stored before this returns. */
  forPeople(tenantId: string, people: readonly PersonKeys[]): Promise<(person: PersonKeys) => ArchiveKey>
  /** Returns the keys of these ids that were not destroyed. */
  byIds(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
}
interface ArchiveKey {
  readonly id: string
  readonly key: Buffer
}

export const createArchiveKeys = ({ db, sealer, clock }: Services): ArchiveKeys => {
  const find = (tenantId: string, people: readonly PersonKeys[]): Promise<KeyRow[]> =>
    db.transaction({ of: tenantId }, (tx) =>
      tx.query<KeyRow>(
        sql`select id, encode(email_key, 'hex') as email, encode(identity_key, 'hex') as identity, key_sealed
           from unnest(${people.map(({ email }) => email)}::text[], ${people.map(({ identity }) => identity)}::text[]) as p (email, identity) join archive_keys k on k.tenant_id = ${tenantId}
            and k.email_key is not distinct from decode(p.email, 'hex') and k.identity_key is not distinct from decode(p.identity, 'hex')`,
      ),
    )
  const openKey = async (tenantId: string, { id, key_sealed }: KeyRow): Promise<Buffer> =>
    Buffer.from(await sealer.open(tenantId, place(id), key_sealed), 'base64')

  return {
    async forPeople(tenantId, people) {
      const wanted = new Map(people.map((person) => [toName(person), person]))
      const known = new Map((await find(tenantId, [...wanted.values()])).map((row) => [toName(row), row]))
      const missing = [...wanted].filter(([name]) => !known.has(name)).map(([, person]) => person)
      if (missing.length > 0) {
        const fresh = await Promise.all(
          missing.map(async (person) => {
            const id = newId(clock.ms())
            return {
              id,
              ...person,
              sealed: await sealer.seal(tenantId, place(id), randomBytes(KEY_BYTES).toString('base64')),
            }
          }),
        )
        await db.transaction({ of: tenantId }, (tx) =>
          tx.execute(
            sql`insert into archive_keys (tenant_id, id, email_key, identity_key, key_sealed, created)
             select ${tenantId}, id, decode(email, 'hex'), decode(identity, 'hex'), sealed, ${clock.now()}
               from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ email }) => email)}::text[], ${fresh.map(({ identity }) => identity)}::text[], ${fresh.map(({ sealed }) => sealed)}::bytea[]) as f (id, email, identity, sealed) on conflict do nothing`,
          ),
        )
        for (const row of await find(tenantId, missing)) known.set(toName(row), row)
      }
      const opened = new Map<string, ArchiveKey>()
      for (const [name, row] of known) opened.set(name, { id: row.id, key: await openKey(tenantId, row) })
      return (person) => opened.get(toName(person)) as ArchiveKey
    },
    async byIds(tenantId, ids) {
      const rows = await db.transaction({ of: tenantId }, (tx) =>
        tx.query<KeyRow>(
          sql`select id, null as email, null as identity, key_sealed from archive_keys where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) limit ${CACHED_MAX}`,
        ),
      )
      return new Map(await Promise.all(rows.map(async (row) => [row.id, await openKey(tenantId, row)] as const)))
    },
  }
}

/** `values` are the row's personal values, by column; the result is bound to tenant, table and key. */
export const sealValues = ({ id, key }: ArchiveKey, belongsTo: readonly string[], values: object): string =>
  `${id}.${encrypt(key, Buffer.from(JSON.stringify(values)), [...belongsTo, id]).toString('base64')}`

export const readKeyId = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

export const openValues = (
  key: Buffer,
  belongsTo: readonly string[],
  sealed: string,
): Record<string, string | null> => {
  const id = readKeyId(sealed)
  return JSON.parse(decrypt(key, Buffer.from(sealed.slice(id.length + 1), 'base64'), [...belongsTo, id]).toString())
}
