/** Rules for addresses of banks: public ones and the operator's private networks; in the sandbox only loopback. */

import type { TargetRules } from '../../infra/outgoing/target-url.ts'
import type { Config } from '../../infra/process/config.ts'

export const bankTargetRules = (config: Config): TargetRules => {
  const { bank: _, ...ours } = config.urls // the bank simulator has to be reachable
  return {
    isLocalOnly: config.env === 'sandbox', // no call leaves the machine
    allowLoopback: config.allowLocalWebhooks,
    allowedNetworks: config.bankNetworks,
    ownHosts: Object.values(ours).map((url) => new URL(url).hostname),
  }
}
