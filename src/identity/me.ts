/** GET /api/v1/me and GET /api/v1/auth/{slug}/me: the subject of the token. */
import { Type } from 'typebox'
import type { Realm, Realms } from '../access/callers/realms.ts'
import { CONSOLE } from '../access/callers/token-subject.ts'
import { type Call, type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import { NullableText } from '../core/schema.ts'
import { findPathRealm } from './tokens/path-realm.ts'
import { SlugParams } from './tokens/token-schemas.ts'

const UserInfo = Type.Object(
  {
    sub: Type.String({ description: 'Id of the user, or client id of the API key, that the token was issued to.' }),
    preferred_username: NullableText(
      'Name the user signs in with, or client id of the API key; null when it is not known.',
    ),
    email: NullableText("E-mail address of the user, or of the API key's contact; null when it is not known."),
    given_name: NullableText('Given name of the user; null for an API key, and when it is not known.'),
    family_name: NullableText('Family name of the user; null for an API key, and when it is not known.'),
    name: NullableText('Full name of the user or name of the API key; null when it is not known.'),
    roles: Type.Array(Type.String(), { description: 'Roles of the caller, which decide what it may do.' }),
    tenant_id: NullableText('Id of the tenant that the caller belongs to; null for the platform.'),
    merchant_id: NullableText('Id of the merchant that the caller is bound to; null when it is bound to none.'),
    company_name: NullableText(
      'Company that the user works for, otherwise the name of the tenant; null when neither is known.',
    ),
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
