/** PUT identity-providers/{id}: replaces everything but the issuer; tokens already remembered are verified again. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { isLoosened, withheld } from './loosened-provider.ts'
import {
  audienceTaken,
  changeProviders,
  PROVIDERS_PATH,
  ProviderParams,
  providerBody,
  providerChange,
  requireProvider,
} from './provider-operation.ts'
import { checkProvider, claimAudience, ownAudience, type ProviderServices } from './provider-rules.ts'
import { IdentityProvider, UpdateIdentityProvider } from './provider-schemas.ts'
import { findProvider, lockProvider, replaceProvider } from './provider-store.ts'

export const updateProvider = (deps: ProviderServices): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${PROVIDERS_PATH}/:id`,
    summary: 'Replace an identity provider',
    description:
      'Absent optional members take their defaults, is_active stays. The issuer cannot be changed; another audience than the ' +
      'default is proven first (POST .../prove). Other keys, claims, more roles, a longer life and switching it on count once a second person ' +
      'has confirmed them (`awaited`); less counts at once.',
    tag: 'IdentityProviders',
    allow: 'tenant',
    params: ProviderParams,
    body: UpdateIdentityProvider,
    answers: { 200: IdentityProvider },
    errors: ['conflict'],
    async handle(call) {
      const { params, body, tenantId, runtime, read } = call
      if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase())
        throw fieldProblem('id', 'mismatch', phrase`must be the id of the path, or be left out`)
      const { issuer } = requireProvider(await read((tx) => findProvider(tx, tenantId, params.id)))
      if (body.issuer !== undefined && body.issuer !== issuer)
        throw fieldProblem('issuer', 'mismatch', phrase`stays as it is; create another identity provider`)
      const written = await checkProvider(deps, tenantId, issuer, body)
      const own = await ownAudience(deps.realms, tenantId)
      try {
        return await changeProviders(call, async (tx) => {
          const before = requireProvider(await lockProvider(tx, tenantId, params.id))
          const now = runtime.clock.now()
          const wanted = {
            ...before,
            ...written,
            ...claimAudience(written.audience, own, before),
            is_active: body.is_active ?? before.is_active,
            awaited: null,
            last_modified: now,
          }
          const isHeld =
            isLoosened(before, wanted) &&
            (await markChanged(tx, 'identity_providers', { tenantId, ids: [before.id] }, call.principal, now))
          await replaceProvider(tx, isHeld ? withheld(before, wanted) : wanted)
          const after = requireProvider(await findProvider(tx, tenantId, before.id))
          return { ...ok(providerBody(after)), change: providerChange(before, after) }
        })
      } catch (error) {
        throw isUniqueViolation(error) ? audienceTaken(own) : error
      }
    },
  })
