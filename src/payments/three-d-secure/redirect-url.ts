/** Address of the page that gives a browser the form to the bank. */
import { signToken } from '../../infra/crypto/signed-token.ts'
import type { Runtime } from '../../infra/runtime.ts'

export const PATH = '/3d'

export const PURPOSE = 'three-d-redirect'

export const buildRedirectUrl = (
  { config, sealer }: Pick<Runtime, 'config' | 'sealer'>,
  tenantId: string,
  id: string,
) => `${config.urls.cards}${PATH}/${signToken(sealer, PURPOSE, [tenantId, id])}`
