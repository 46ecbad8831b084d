/** Three lines to paste: a token, a payment, its trace. */
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Config } from '../infra/process/config.ts'

export interface SampleRequest {
  what: string
  line: string
}

interface SampleClient {
  slug: string
  clientId: string
  /** The secret, or a shell expression that reads it. */
  secret: string
}

/** Reads the secret from demo.json, so that the page itself carries none. */
const demoClientOf = ({ dataDir }: Pick<Config, 'dataDir'>): SampleClient => ({
  slug: 'tenant-demo',
  clientId: 'cid_test_demo_admin',
  secret: `$(node -p "require('${resolve(join(dataDir, 'demo.json'))}').tenants[0].clients.admin.client_secret")`,
})

export const sampleRequests = (
  config: Pick<Config, 'urls' | 'dataDir'>,
  { slug, clientId, secret }: SampleClient = demoClientOf(config),
): SampleRequest[] => {
  const { identity, cards } = config.urls
  const trace = randomUUID()
  return [
    {
      what: 'Get a token',
      line: `TOKEN=$(curl -s ${identity}/api/v1/auth/${slug}/token -d grant_type=client_credentials -d client_id=${clientId} -d "client_secret=${secret}" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo "$TOKEN"`,
    },
    {
      // The webhook is sent meanwhile, so pasting all lines at once shows it in the trace.
      what: 'Charge a test card',
      line: `curl -s ${cards}/api/v1/payments -H "Authorization: Bearer $TOKEN" -H 'X-External-Merchant-Id: M-1001' -H 'X-Request-Id: ${trace}' -H 'Content-Type: application/json' -d '{"amount":{"amount":12990,"currency":"TRY"},"installment":1,"card":{"holder_name":"TEST CARD","number":"4546711234567894","expire_month":"12","expire_year":"2030","cvv":"000"}}'; sleep 1`,
    },
    {
      what: 'Read the trace of all of it',
      line: `curl -s ${cards}/api/v1/Trace/${trace} -H "Authorization: Bearer $TOKEN"`,
    },
  ]
}
