/** Client ids and secrets: random, and told apart by environment. */
import { randomBytes } from 'node:crypto'
import { Secret } from '../../core/secret.ts'
import type { House } from '../../infra/runtime.ts'

const ID_BYTES = 16
const SECRET_BYTES = 32

const modeOf = ({ config }: House): 'live' | 'test' => (config.env === 'production' ? 'live' : 'test')

export const newClientId = (house: House): string => `cid_${modeOf(house)}_${randomBytes(ID_BYTES).toString('hex')}`
export const newClientSecret = (house: House): Secret =>
  new Secret(`cs_${modeOf(house)}_${randomBytes(SECRET_BYTES).toString('base64url')}`)
