/** A realm's own signing key, taken from its seal: what only a test (or a thief of database and master key) can do. */
import { createPrivateKey } from 'node:crypto'
import type { Realms } from '../../src/access/callers/realms.ts'
import { findSealedKey } from '../../src/identity/tokens/signing-key-store.ts'
import { signingKeySealingContext } from '../../src/identity/tokens/signing-keys.ts'
import type { Mint } from './forge.ts'
import type { Vezne } from './vezne.ts'

export const openMint = async ({ runtime }: Vezne, realms: Realms, slug: string, clientId: string): Promise<Mint> => {
  const realm = await realms.realmBySlug(slug)
  const kid = realm?.keys[0]?.kid
  if (!realm || kid === undefined) throw new Error(`no key in ${slug}`)
  const sealed = await runtime.db.transaction({ of: realm.tenantId }, (tx) => findSealedKey(tx, realm.tenantId, kid))
  const pem = await runtime.sealer.open(realm.tenantId, signingKeySealingContext(kid), sealed as Buffer)
  return { kid, issuer: realms.issuerOf(slug), tenantId: realm.tenantId, clientId, key: createPrivateKey(pem) }
}
