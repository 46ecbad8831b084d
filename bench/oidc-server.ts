/** oidc-provider in a process of its own, as the reference for issued tokens: prints where it listens and its client's secret. */
import { startOidcRig } from '../test/support/oidc-rig.ts'

const rig = await startOidcRig({ clients: ['bench'] })
process.stdout.write(`${JSON.stringify({ issuer: rig.issuer, secret: rig.secretOf('bench') })}\n`)
