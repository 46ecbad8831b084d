/** POST identity-providers/{id}/prove: its audience is in force from the next call on, and no longer belongs to another tenant. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import {
  audienceTaken,
  changeProviders,
  PROVIDERS_PATH,
  ProviderParams,
  providerBody,
  providerChange,
  requireProvider,
} from './provider-operation.ts'
import type { ProviderServices } from './provider-rules.ts'
import { IdentityProvider, ProveIdentityProvider } from './provider-schemas.ts'
import { acceptClaimedAudience, findProvider, lockProvider } from './provider-store.ts'

export const proveProvider = ({ checkProof }: Pick<ProviderServices, 'checkProof'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${PROVIDERS_PATH}/:id/prove`,
    summary: 'Prove an identity provider',
    description:
      'With a token that only who runs the issuer can make: proof says what is in it. The keys are those of the discovery document, ' +
      'whatever jwks_url is. 409 where another tenant has proven the pair; one that is proven stays so.',
    tag: 'IdentityProviders',
    allow: 'tenant',
    params: ProviderParams,
    body: ProveIdentityProvider,
    answers: { 200: IdentityProvider },
    errors: ['conflict'],
    async handle(call) {
      const { params, body, tenantId, runtime, read } = call
      const provider = requireProvider(await read((tx) => findProvider(tx, tenantId, params.id)))
      const { claimed_audience: audience, audience: proof } = provider
      if (audience === null) return ok(providerBody(provider))
      await checkProof(body.token, { provider, audience, proof }, Date.now())
      try {
        return await changeProviders(call, async (tx) => {
          const before = requireProvider(await lockProvider(tx, tenantId, provider.id))
          if ((before.claimed_audience ?? before.audience) !== audience)
            throw new Problem('conflict', {
              detail: phrase`Its audience was changed while it was being proven; read it again.`,
            })
          await acceptClaimedAudience(tx, tenantId, provider.id, runtime.clock.now())
          const after = requireProvider(await findProvider(tx, tenantId, provider.id))
          return { ...ok(providerBody(after)), change: providerChange(before, after) }
        })
      } catch (error) {
        throw isUniqueViolation(error) ? audienceTaken(proof) : error
      }
    },
  })
