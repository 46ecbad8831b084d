/** The platform's administrator on the command line: credentials of demo.json, or of the environment where there is none. */

import { existsSync } from 'node:fs'
import { type ApiClient, type Credentials, createApiClientWith, demoPath, readDemo } from './api-client.ts'
import { UsageError } from './command.ts'

export interface PlatformClient {
  caller: ApiClient
  auth_url: string
  base_url: string
  /** True if the platform was found in demo.json, so that it is a sandbox. */
  isSandbox: boolean
}

export const CREDENTIALS_HELP = `  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)

Elsewhere than beside a sandbox the key comes from the environment: VEZNE_PLATFORM_CLIENT_ID and
VEZNE_PLATFORM_CLIENT_SECRET (a file of it: VEZNE_PLATFORM_CLIENT_SECRET="$(cat key)"), with VEZNE_IDENTITY_URL
and VEZNE_CARDS_URL.`

/** All four, where it is no sandbox; the first start writes the key to first-key.env. */
const NEEDED = [
  'VEZNE_PLATFORM_CLIENT_ID',
  'VEZNE_PLATFORM_CLIENT_SECRET',
  'VEZNE_IDENTITY_URL',
  'VEZNE_CARDS_URL',
] as const

/** `alsoNeeded` names settings that the command itself needs outside of a sandbox, so that one message names everything. */
export const createPlatformClient = (
  demoFile: string | undefined,
  alsoNeeded: readonly string[] = [],
): PlatformClient => (isBesideSandbox(demoFile) ? ofDemo(demoFile) : ofEnvironment(alsoNeeded))

const ofDemo = (demoFile: string | undefined): PlatformClient => {
  const { platform, auth_url, base_url } = readDemo(demoFile)
  const client = platform.clients.admin
  if (!client) throw new UsageError('demo.json has no client of the platform')
  return { ...as({ ...client, auth_url, slug: platform.slug }), base_url, isSandbox: true }
}

const ofEnvironment = (alsoNeeded: readonly string[]): PlatformClient => {
  const given = NEEDED.map((name) => process.env[name]?.trim() ?? '')
  const missing = [...NEEDED.filter((_, at) => given[at] === ''), ...alsoNeeded]
  if (missing.length > 0) throw new UsageError(`outside of a sandbox this needs ${missing.join(', ')}. ${WHENCE}`)
  const [client_id, client_secret, auth_url, base_url] = given as [string, string, string, string]
  return { ...as({ client_id, client_secret, auth_url, slug: 'master' }), base_url, isSandbox: false }
}

const WHENCE =
  'The first start in production wrote the key to first-key.env in VEZNE_DATA_DIR, and `vezne platform make` makes another; beside a sandbox all comes from its demo.json (--demo <file>)'

/** Returns false if there is a key in the environment, or no sandbox to find one in: then the environment has to name everything. */
const isBesideSandbox = (demoFile: string | undefined): boolean => {
  const { VEZNE_ENV, VEZNE_PLATFORM_CLIENT_ID: id, VEZNE_PLATFORM_CLIENT_SECRET: secret } = process.env
  if (id !== undefined && secret !== undefined) return false
  return demoFile !== undefined || (VEZNE_ENV?.trim() !== 'production' && existsSync(demoPath()))
}

const as = (credentials: Credentials) => ({ caller: createApiClientWith(credentials), auth_url: credentials.auth_url })
