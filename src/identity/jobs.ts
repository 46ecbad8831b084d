/** Maintenance of the identity surface. */
import type { House } from '../infra/house.ts'
import type { Job } from '../infra/jobs.ts'
import { purgeRefreshTokens } from './tokens/refresh-desk.ts'
import { rotateSigningKeys } from './tokens/signing-keys.ts'

export const identityJobs = (house: House): Job[] => [rotateSigningKeys(house), purgeRefreshTokens(house)]
