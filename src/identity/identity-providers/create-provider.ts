/** POST identity-providers: tokens of an external issuer are accepted from the next call on, or once its audience is proven. */
import { v5 as uuidOfName } from 'uuid'
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { type ProviderReach, withheld } from './loosened-provider.ts'
import {
  audienceTaken,
  changeProviders,
  PROVIDERS_PATH,
  providerBody,
  providerChange,
  requireProvider,
} from './provider-operation.ts'
import { checkProvider, claimAudience, ownAudience, type ProviderServices } from './provider-rules.ts'
import { CreateIdentityProvider, IdentityProvider } from './provider-schemas.ts'
import {
  countProviders,
  type Former,
  findFormer,
  findProvider,
  insertProvider,
  type ProviderRow,
  replaceProvider,
} from './provider-store.ts'

const PROVIDERS_MAX = 10
const UNMARKED = {
  changed_people: null,
  needs_confirmation: null,
  waiting_changes: null,
  awaited: null,
  has_counted: null,
}

export const createProvider = (deps: ProviderServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: PROVIDERS_PATH,
    summary: 'Trust an identity provider',
    description:
      'Its signed access tokens work as tokens of your realm, with the roles its own are mapped to; where its audience is not the ' +
      'default, once that is proven (POST .../prove). One that was deleted counts as it did until a second person has confirmed what widens it (`awaited`). ' +
      'A tenant has 10 at most, each issuer once.',
    tag: 'IdentityProviders',
    allow: 'tenant',
    body: CreateIdentityProvider,
    answers: { 201: IdentityProvider },
    errors: ['conflict'],
    async handle(call) {
      const { body, tenantId, runtime } = call
      const written = await checkProvider(deps, tenantId, body.issuer, body)
      const own = await ownAudience(deps.realms, tenantId)
      const now = runtime.clock.now()
      // Derived from the issuer, so that a person stays the same actor of four eyes even if the provider is deleted and made again.
      const id = uuidOfName(body.issuer, tenantId)
      const row = {
        ...written,
        ...claimAudience(written.audience, own),
        tenant_id: tenantId,
        id,
        is_active: true,
        ...UNMARKED,
        created: now,
        last_modified: now,
      }
      return changeProviders(call, async (tx) => {
        const total = await countProviders(tx, tenantId)
        if (await findProvider(tx, tenantId, id))
          throw new Problem('conflict', {
            detail: phrase`This issuer is one of your identity providers already; change that.`,
          })
        if (total >= PROVIDERS_MAX)
          throw new Problem('conflict', {
            detail: phrase`This tenant has ${PROVIDERS_MAX} identity providers already; delete one first.`,
          })
        const former = await findFormer(tx, tenantId, id)
        const again = former && withheld(countedOf(former, row), row)
        if (!(await insertProvider(tx, again ?? row))) throw audienceTaken(own)
        const isHeld = await markChanged(tx, 'identity_providers', { tenantId, ids: [id] }, call.principal, now)
        if (again && !isHeld) await replaceProvider(tx, row)
        const after = requireProvider(await findProvider(tx, tenantId, id))
        return { ...created(providerBody(after)), change: providerChange(null, after) }
      })
    },
  })

/** Returns the values in force for a provider that was deleted. If the previous release deleted it, only its merchant claim is known, so none of its tokens is accepted for now. */
const countedOf = ({ merchant_claim, counted }: Former, row: ProviderRow): ProviderReach => ({
  ...row,
  ...(counted ?? { is_active: false }),
  merchant_claim,
})
