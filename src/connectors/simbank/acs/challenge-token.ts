/** The unguessable address of one challenge page. */

import { readSignedToken, signToken } from '../../../infra/crypto/signed-token.ts'
import type { Runtime } from '../../../infra/runtime.ts'

export const ACS_PATH = '/sandbox/acs'
const PURPOSE = 'simbank-challenge'

export const challengeUrl = (
  { config, sealer }: Pick<Runtime, 'config' | 'sealer'>,
  tenantId: string,
  transactionId: string,
): string => `${config.urls.cards}${ACS_PATH}/${signToken(sealer, PURPOSE, [tenantId, transactionId])}`

export const readChallengeToken = (
  sealer: Runtime['sealer'],
  token: string,
): { tenantId: string; transactionId: string } | undefined => {
  const [tenantId, transactionId] = readSignedToken(sealer, PURPOSE, token, 2) ?? []
  return tenantId === undefined || transactionId === undefined ? undefined : { tenantId, transactionId }
}
