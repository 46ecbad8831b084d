/** Maintenance of the identity surface. */

import type { Job } from '../infra/process/jobs.ts'
import type { Runtime } from '../infra/runtime.ts'
import { purgeLinks } from './links/purge-links.ts'
import { purgeRefreshTokens } from './tokens/refresh-token-service.ts'
import { rotateSigningKeys } from './tokens/signing-keys.ts'

export const identityJobs = (runtime: Runtime): Job[] => [
  rotateSigningKeys(runtime),
  purgeRefreshTokens(runtime),
  purgeLinks(runtime),
]
