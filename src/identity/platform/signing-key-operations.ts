/** Signing keys of a realm as the platform administers them: the list, a planned rotation, and an urgent revocation. */
import { type Static, Type } from 'typebox'
import { isPublished, signingKey } from '../../access/callers/access-token.ts'
import type { Realm, RealmKey, Realms } from '../../access/callers/realms.ts'
import { type Answer, type Call, created, type Endpoint, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { DateTime, described, Enum, Nullable } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findPathRealm } from '../tokens/path-realm.ts'
import { addSigningKey, newSigningKey, nextSigningKey, revokeSigningKey } from '../tokens/signing-keys.ts'
import { SlugParams } from '../tokens/token-schemas.ts'

const PATH = '/api/v1/platform/realms/:slug/signing-keys'

const SigningKey = Type.Object(
  {
    kid: Type.String({ description: 'Id of the signing key, as the header of a token names it.' }),
    status: described(
      Enum('SigningKeyStatus', ['published', 'active', 'retired']),
      'Status of the key: published before it signs, active while it signs, retired once the next one does.',
    ),
    signs_from: described(DateTime, 'Time from which the key signs tokens.'),
    signs_until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time until which the key signs tokens; null when no next key is set.',
      }),
    ),
  },
  { $id: 'SigningKey' },
)
const SigningKeyList = Type.Object(
  { items: Type.Array(SigningKey, { description: 'Signing keys of the realm.' }) },
  { $id: 'SigningKeyList' },
)

const keyBody = (realm: Realm, { kid, signsFrom, signsUntil }: RealmKey, nowMs: number): Static<typeof SigningKey> => ({
  kid,
  status: signingKey(realm, nowMs)?.kid === kid ? 'active' : signsFrom > nowMs ? 'published' : 'retired',
  signs_from: isoTime(new Date(signsFrom)),
  signs_until: isoTimeOrNull(signsUntil === null ? null : new Date(signsUntil)),
})

export const signingKeyEndpoints = (realms: Realms): Endpoint[] => [list(realms), rotate(realms), revoke(realms)]

const list = (realms: Realms): Endpoint =>
  endpoint({
    method: 'GET',
    path: PATH,
    summary: 'List the signing keys of a realm',
    description:
      'Newest first: the next one (published), the one that signs (active), the one before (retired, for a day).',
    tag: 'SigningKeys',
    allow: 'platform',
    params: SlugParams,
    answers: { 200: SigningKeyList },
    errors: ['realm_not_found'],
    async handle({ params, request: { arrivedAt } }) {
      const realm = await findPathRealm(realms, params.slug)
      const keys = realm.keys.filter((key) => isPublished(key, arrivedAt))
      return ok({ items: keys.map((key) => keyBody(realm, key, arrivedAt)) })
    },
  })

const rotate = (realms: Realms): Endpoint =>
  endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Change the signing key of a realm',
    description:
      'The new key is in the key set at once and signs five minutes later, when every cached key set has it; tokens of the ' +
      'old key stay good to their end. The platform does this by itself every 90 days.',
    tag: 'SigningKeys',
    allow: 'platform',
    params: SlugParams,
    answers: { 201: SigningKey },
    errors: ['realm_not_found', 'conflict'],
    async handle(call) {
      const { arrivedAt } = call.request
      const realm = await findPathRealm(realms, call.params.slug)
      const next = realm.keys.find((key) => key.signsFrom > arrivedAt)
      if (next)
        throw new Problem('conflict', {
          detail: phrase`A change is under way: ${next.kid} signs from ${isoTime(new Date(next.signsFrom))} on.`,
        })
      const key = await nextSigningKey(call.runtime, realm.tenantId, arrivedAt)
      const after = { kid: key.kid, status: 'published', signs_from: isoTime(key.signs_from), signs_until: null }
      return changeKeys(call, realm, async (tx) => {
        await addSigningKey(tx, key, arrivedAt)
        return { ...created(after), change: { kind: 'signing_key', id: key.kid, before: null, after } }
      })
    },
  })

const revoke = (realms: Realms): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${PATH}/:kid`,
    summary: 'Revoke a signing key that leaked',
    description:
      'It is gone at once, and every token it signed is refused from the next call on: clients have to get new ones. When no ' +
      'other key signs, a new one does so immediately; callers that cache the key set have to read it again.',
    tag: 'SigningKeys',
    allow: 'platform',
    params: Type.Object({
      ...SlugParams.properties,
      kid: Type.String({ maxLength: 64, description: 'Id of the signing key to retire.' }),
    }),
    notFound: 'resource_not_found',
    answers: { 204: null },
    errors: ['realm_not_found'],
    async handle(call) {
      const { params, request, runtime } = call
      const now = new Date(request.arrivedAt)
      const realm = await findPathRealm(realms, params.slug)
      const key = realm.keys.find(({ kid }) => kid === params.kid)
      if (!key) throw noSuchKey()
      const spare = await newSigningKey(runtime, realm.tenantId, now, now)
      return changeKeys(call, realm, async (tx) => {
        if (!(await revokeSigningKey(tx, key.kid, spare, now))) throw noSuchKey()
        const before = keyBody(realm, key, request.arrivedAt)
        return { ...noContent(), change: { kind: 'signing_key', id: key.kid, before, after: null } }
      })
    },
  })

const changeKeys = async (
  { inTxOf, runtime }: Pick<Call, 'inTxOf' | 'runtime'>,
  { tenantId }: Realm,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTxOf(tenantId, work)
  runtime.notifications.publish('realms', tenantId)
  return answer
}

const noSuchKey = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`This realm has no signing key with this kid; the list shows them.`,
  })
