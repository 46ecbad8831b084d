/** Maintenance of the identity surface. */
import type { House } from '../infra/runtime.ts'
import type { Job } from '../infra/process/jobs.ts'
import { purgeRefreshTokens } from './tokens/refresh-token-service.ts'
import { rotateSigningKeys } from './tokens/signing-keys.ts'

export const identityJobs = (house: House): Job[] => [rotateSigningKeys(house), purgeRefreshTokens(house)]
