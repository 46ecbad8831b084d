/** The unguessable address of one challenge page. */
import type { House } from '../../../infra/runtime.ts'
import { readSignedToken, signedToken } from '../../../infra/crypto/signed-token.ts'

export const ACS_PATH = '/sandbox/acs'
const PURPOSE = 'simbank-challenge'

export const challengeUrl = (
  { config, sealer }: Pick<House, 'config' | 'sealer'>,
  tenantId: string,
  transactionId: string,
): string => `${config.urls.cards}${ACS_PATH}/${signedToken(sealer, PURPOSE, [tenantId, transactionId])}`

export const readChallengeToken = (
  sealer: House['sealer'],
  token: string,
): { tenantId: string; transactionId: string } | undefined => {
  const [tenantId, transactionId] = readSignedToken(sealer, PURPOSE, token, 2) ?? []
  return tenantId === undefined || transactionId === undefined ? undefined : { tenantId, transactionId }
}
