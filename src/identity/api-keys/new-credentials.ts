/** Client ids and secrets: random, with a prefix per environment. */
import { randomBytes } from 'node:crypto'
import { Secret } from '../../core/secret.ts'
import type { Runtime } from '../../infra/runtime.ts'

const ID_BYTES = 16
const SECRET_BYTES = 32

const modeOf = ({ config }: Runtime): 'live' | 'test' => (config.env === 'production' ? 'live' : 'test')

export const newClientId = (runtime: Runtime): string =>
  `cid_${modeOf(runtime)}_${randomBytes(ID_BYTES).toString('hex')}`
export const newClientSecret = (runtime: Runtime): Secret =>
  new Secret(`cs_${modeOf(runtime)}_${randomBytes(SECRET_BYTES).toString('base64url')}`)
