/** PUT identity-providers/{id} replaces everything but the issuer, PATCH the named members; cached tokens are verified again. */

import { type Answer, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { namedIn, patched, withoutNulls } from '../../access/input/patch.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { stillWaiting } from '../confirmation/still-waiting.ts'
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
import {
  IdentityProvider,
  PatchIdentityProvider,
  UpdateIdentityProvider,
  type WriteProvider,
} from './provider-schemas.ts'
import { findProvider, lockProvider, type ProviderRow, replaceProvider } from './provider-store.ts'

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
    handle: (call) => changeProvider(deps, call, null, () => call.body),
  })

export const patchProvider = (deps: ProviderServices): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: `${PROVIDERS_PATH}/:id`,
    summary: 'Change members of an identity provider',
    description:
      'What is not sent stays as it is, a merchant_claim that waits included; `unset` gives members their defaults. Else as PUT.',
    tag: 'IdentityProviders',
    allow: 'tenant',
    params: ProviderParams,
    body: PatchIdentityProvider,
    answers: { 200: IdentityProvider },
    errors: ['conflict'],
    handle: (call) =>
      changeProvider(deps, call, namedIn(call.body), (currentProvider) =>
        patched(buildBody(currentProvider), call.body),
      ),
  })

type ChangedBody = Omit<WriteProvider, 'issuer'>
type ChangeCall = Pick<
  Call<{ id: string }, unknown, { id?: string; issuer?: string; is_active?: boolean }>,
  'params' | 'body' | 'tenantId' | 'runtime' | 'read' | 'inTx' | 'principal'
>

/** `named` lists the members that the call names, null for all; `wish` is the whole requested provider. */
const changeProvider = async (
  deps: ProviderServices,
  call: ChangeCall,
  named: ReadonlySet<string> | null,
  wish: (currentProvider: ProviderRow) => ChangedBody,
): Promise<Answer> => {
  const { params, body, tenantId, runtime, read } = call
  checkRepeatedId(body, params)
  const currentProvider = requireProvider(await read((tx) => findProvider(tx, tenantId, params.id)))
  if (body.issuer !== undefined && body.issuer !== currentProvider.issuer)
    throw fieldProblem('issuer', 'mismatch', phrase`stays as it is; create another identity provider`)
  const checked = await checkProvider(deps, tenantId, currentProvider.issuer, wish(currentProvider), named)
  const own = await ownAudience(deps.realms, tenantId)
  const speaksOf = (member: string): boolean => named?.has(member) ?? true
  const written = Object.fromEntries(Object.entries(checked).filter(([member]) => speaksOf(member)))
  try {
    return await changeProviders(call, async (tx) => {
      const before = requireProvider(await lockProvider(tx, tenantId, params.id))
      const now = runtime.clock.now()
      const wanted = {
        ...before,
        ...written,
        ...(speaksOf('audience') ? claimAudience(checked.audience, own, before) : {}),
        is_active: body.is_active ?? before.is_active,
        awaited: null,
        last_modified: now,
      }
      const isHeld =
        isLoosened(before, wanted) &&
        (await markChanged(tx, 'identity_providers', { tenantId, ids: [before.id] }, call.principal, now))
      const row = isHeld ? withheld(before, wanted) : wanted
      await replaceProvider(tx, { ...row, awaited: stillWaiting(row.awaited, before.awaited, speaksOf) })
      const after = requireProvider(await findProvider(tx, tenantId, before.id))
      return { ...ok(providerBody(after)), change: providerChange(before, after) }
    })
  } catch (error) {
    throw isUniqueViolation(error) ? audienceTaken(own) : error
  }
}

/** Builds a body of PUT that changes nothing. */
const buildBody = ({ claimed_audience, audience, ...known }: ProviderRow): ChangedBody =>
  withoutNulls({ ...known, audience: claimed_audience ?? audience }) as ChangedBody
