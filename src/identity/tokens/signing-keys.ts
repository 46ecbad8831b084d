/** The keys that sign access tokens: made, sealed, opened when needed, rotated without interruption. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../infra/database/database.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Job } from '../../infra/process/jobs.ts'
import type { Runtime } from '../../infra/runtime.ts'
import {
  deleteSigningKey,
  deleteSpentKeys,
  findSealedKey,
  hasKeySigningFrom,
  insertSigningKey,
  type SigningKeyRow,
  tenantsWithOldKey,
} from './signing-key-store.ts'

/** A new key signs when every key set out there, cached for 5 minutes, has it. */
const PUBLISHED_BEFORE_MS = 5 * 60_000
const DAY_MS = 86_400_000
const SPENT_AFTER_MS = 2 * DAY_MS // a day in the key set, and one in reserve
const ROTATED_AFTER_MS = 90 * DAY_MS
const OPEN_KEYS_MAX = 10_000 // of some 4 KB

export const signingKeySealingContext = (kid: string) => ({
  table: 'signing_keys',
  rowId: kid,
  column: 'private_sealed',
})

export const newSigningKey = async (
  runtime: Pick<Runtime, 'sealer'>,
  tenantId: string,
  created: Date,
  signsFrom: Date,
): Promise<SigningKeyRow> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return {
    tenant_id: tenantId,
    kid,
    public_jwk: { kty: jwk.kty, use: 'sig', alg: 'RS256', kid, n: jwk.n, e: jwk.e },
    private_sealed: await runtime.sealer.seal(tenantId, signingKeySealingContext(kid), await exportPKCS8(privateKey)),
    created,
    signs_from: signsFrom,
  }
}

/** `nowMs` is real time. The new key is published at once and signs five minutes later; tokens of the old key stay valid. */
export const rotateSigningKey = async (runtime: Runtime, tenantId: string, nowMs: number): Promise<string> => {
  const key = await nextSigningKey(runtime, tenantId, nowMs)
  await runtime.db.transaction({ of: tenantId }, (tx) => addSigningKey(tx, key, nowMs))
  runtime.notifications.publish('realms', tenantId)
  return key.kid
}

export const nextSigningKey = (
  runtime: Pick<Runtime, 'sealer'>,
  tenantId: string,
  nowMs: number,
): Promise<SigningKeyRow> => newSigningKey(runtime, tenantId, new Date(nowMs), new Date(nowMs + PUBLISHED_BEFORE_MS))

export const addSigningKey = async (tx: Tx, key: SigningKeyRow, nowMs: number): Promise<void> => {
  await insertSigningKey(tx, key)
  await deleteSpentKeys(tx, key.tenant_id, new Date(nowMs - SPENT_AFTER_MS))
}

/**
 * Revokes a key that leaked: it is removed at once, and with it every token it signed. If it was the signing key, the spare
 * key signs from now on without being published first. Returns false if there is no such key.
 */
export const revokeSigningKey = async (tx: Tx, kid: string, spare: SigningKeyRow, now: Date): Promise<boolean> => {
  const signsFrom = await deleteSigningKey(tx, spare.tenant_id, kid)
  if (!signsFrom) return false
  const isOver = signsFrom > now || (await hasKeySigningFrom(tx, spare.tenant_id, signsFrom, now))
  if (!isOver) await insertSigningKey(tx, spare)
  return true
}

export const rotateSigningKeys = (runtime: Runtime): Job => ({
  name: 'rotate_signing_keys',
  cron: '17 3 * * *',
  async run() {
    const nowMs = Date.now()
    const due = await runtime.db.transaction({ as: 'platform' }, (tx) =>
      tenantsWithOldKey(tx, new Date(nowMs - ROTATED_AFTER_MS)),
    )
    for (const tenantId of due) await rotateSigningKey(runtime, tenantId, nowMs)
  },
})

/** Opens private keys; an opened one stays in memory. */
export const createSigningKeys = (runtime: Pick<Runtime, 'db' | 'sealer'>) => {
  const opened = new LRUCache<string, Promise<KeyObject>>(atMost(OPEN_KEYS_MAX))
  const open = async (tenantId: string, kid: string): Promise<KeyObject> => {
    const sealed = await runtime.db.transaction({ of: tenantId }, (tx) => findSealedKey(tx, tenantId, kid))
    if (!sealed) throw new Error(`signing key ${kid} is gone`)
    return createPrivateKey(await runtime.sealer.open(tenantId, signingKeySealingContext(kid), sealed))
  }
  return (tenantId: string, kid: string): Promise<KeyObject> => {
    const openedKey = opened.get(kid)
    if (openedKey) return openedKey
    const fresh = open(tenantId, kid)
    opened.set(kid, fresh)
    fresh.catch(() => opened.delete(kid))
    return fresh
  }
}
