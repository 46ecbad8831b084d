/** The realm a path names. */
import type { Realm, Realms } from '../../access/callers/realms.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

export const findPathRealm = async (realms: Realms, slug: string): Promise<Realm> => {
  const realm = await realms.realmBySlug(slug)
  if (!realm)
    throw new Problem('realm_not_found', {
      detail: phrase`There is no realm with this slug; slugs read tenant-<your-slug>, in lower case.`,
    })
  return realm
}
