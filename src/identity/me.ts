/** GET /api/v1/me and GET /api/v1/auth/{slug}/me: the subject of the token. */
import { Type } from 'typebox'
import type { Realm, Realms } from '../access/callers/realms.ts'
import { CONSOLE } from '../access/callers/token-subject.ts'
import { type Call, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { Nullable } from '../core/schema.ts'
import { findPathRealm } from './tokens/path-realm.ts'
import { SlugParams } from './tokens/token-schemas.ts'

const MaybeText = Nullable(Type.String())
const UserInfo = Type.Object(
  {
    sub: Type.String({ description: 'User id or client id' }),
    preferred_username: MaybeText,
    email: MaybeText,
    given_name: MaybeText,
    family_name: MaybeText,
    name: MaybeText,
    roles: Type.Array(Type.String()),
    tenant_id: MaybeText,
    merchant_id: MaybeText,
    company_name: MaybeText,
  },
  { $id: 'UserInfo' },
)

export const me = (realms: Realms): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/me',
    tag: 'Me',
    summary: 'Owner of the token',
    description: 'Who the token stands for, with roles and merchant.',
    allow: 'any',
    answers: { 200: UserInfo },
    handle: async ({ principal }) => ok(await infoOf(realms, principal)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/auth/:slug/me',
    tag: 'Auth',
    summary: 'Owner of the token (userinfo)',
    description: 'The same in the form of OpenID Connect.',
    allow: 'any',
    params: SlugParams,
    answers: { 200: UserInfo },
    errors: ['realm_not_found'],
    async handle({ params, principal }) {
      const { slug } = await findPathRealm(realms, params.slug)
      if (slug !== principal.realm)
        throw new Problem('forbidden', {
          detail: phrase`This token is of the realm ${principal.realm}; use that slug.`,
        })
      return ok(await infoOf(realms, principal))
    },
  }),
]

const infoOf = async (realms: Realms, principal: Call['principal']) => {
  const realm = (await realms.realmBySlug(principal.realm)) as Realm // it has just verified the token
  const owner = principal.clientId === CONSOLE ? await person(realms, principal) : await apiKey(realms, principal)
  return {
    sub: principal.subject,
    ...owner,
    roles: [...principal.roles],
    tenant_id: principal.tenantId,
    merchant_id: principal.merchantId,
    company_name: owner.company_name ?? realm.displayName,
  }
}

const apiKey = async (realms: Realms, { realmId, clientId }: Call['principal']) => {
  const client = await realms.clientOf(realmId, clientId)
  return {
    preferred_username: clientId,
    email: client?.contactEmail ?? null,
    given_name: null,
    family_name: null,
    name: client?.displayName ?? null,
    company_name: null,
  }
}

const person = async (realms: Realms, { realmId, subject }: Call['principal']) => {
  const user = await realms.personOf(realmId, subject)
  return {
    preferred_username: user?.username ?? null,
    email: user?.email ?? null,
    given_name: user?.firstName ?? null,
    family_name: user?.lastName ?? null,
    name: user && ([user.firstName, user.lastName].filter(Boolean).join(' ') || user.username),
    company_name: user?.companyName ?? null,
  }
}
