/** Which addresses subscribers may name: public ones, and loopback if the sandbox's switch is on. */

import type { TargetRules } from '../../infra/outgoing/target-url.ts'
import type { Config } from '../../infra/process/config.ts'

export const webhookTargetRules = (config: Config): TargetRules => ({
  allowLoopback: config.allowLocalWebhooks,
  acceptsUnknownNames: config.env === 'sandbox', // an integration is often configured before its DNS name exists, so the name is checked at delivery
  ownHosts: Object.values(config.urls).map((url) => new URL(url).hostname),
})
