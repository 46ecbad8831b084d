/** A person whose sign-in this program keeps itself, without a token: judged on each call, as the owner of a token is. */
import type { Runtime } from '../../infra/runtime.ts'
import type { Principal } from '../endpoint.ts'
import { buildPrincipal, findUsableHolder } from './authenticate.ts'
import type { Realm, Realms } from './realms.ts'
import { findMerchantOfCaller } from './request-merchant.ts'
import { CONSOLE } from './token-subject.ts'

/** Throws invalid_token, realm_suspended. Does not know whether the sign-in was ended; the caller checks that. */
export type IdentifyPerson = (realm: Realm, userId: string) => Promise<Principal>

export const createSignedInPeople = (
  { clock, config }: Pick<Runtime, 'clock' | 'config'>,
  realms: Realms,
): IdentifyPerson => {
  return async (realm, userId) => {
    const claim = { clientId: CONSOLE, subject: userId }
    const holder = await findUsableHolder(realms, realm, claim, clock.ms())
    const merchantId = await findMerchantOfCaller(realms, realm, holder)
    return buildPrincipal({ ...claim, roles: holder.roles, merchantId }, holder, realm, config.env)
  }
}
