/** The platform's administrator on the command line: credentials of demo.json, or of the environment where there is none. */

import { type ApiClient, type Credentials, openApiClientWith, readDemo } from './api-client.ts'
import { UsageError } from './command.ts'

export interface PlatformClient {
  caller: ApiClient
  auth_url: string
  base_url: string
  /** Found in demo.json: this is a sandbox. */
  isSandbox: boolean
}

export const CREDENTIALS_HELP = `  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)

Elsewhere than beside a sandbox the key comes from the environment: VEZNE_PLATFORM_CLIENT_ID and
VEZNE_PLATFORM_CLIENT_SECRET (a file of it: VEZNE_PLATFORM_CLIENT_SECRET="$(cat key)"), with VEZNE_IDENTITY_URL
and VEZNE_CARDS_URL.`

export const openPlatformClient = (demoFile: string | undefined): PlatformClient => {
  const { VEZNE_PLATFORM_CLIENT_ID: client_id, VEZNE_PLATFORM_CLIENT_SECRET: client_secret } = process.env
  if (client_id !== undefined && client_secret !== undefined) {
    const { VEZNE_IDENTITY_URL: auth_url, VEZNE_CARDS_URL: base_url } = process.env
    if (!auth_url || !base_url) throw new UsageError('say where it runs: VEZNE_IDENTITY_URL and VEZNE_CARDS_URL')
    return { ...as({ client_id, client_secret, auth_url, slug: 'master' }), base_url, isSandbox: false }
  }
  const demo = readDemo(demoFile)
  const client = demo.platform.clients.admin
  if (!client) throw new UsageError('demo.json has no client of the platform')
  const { auth_url, base_url } = demo
  return { ...as({ ...client, auth_url, slug: demo.platform.slug }), base_url, isSandbox: true }
}

const as = (credentials: Credentials) => ({ caller: openApiClientWith(credentials), auth_url: credentials.auth_url })
