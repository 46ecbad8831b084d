/** The first key of a production platform: told once at the start that made it, and nowhere kept. */
import type { MadeRealm } from './seed.ts'

export const firstKeyLines = (made: readonly MadeRealm[]): string[] =>
  made.flatMap(({ realm, clients }) =>
    clients.map(
      ({ clientId, secret }) =>
        `first key of the realm ${realm.slug}, shown this once: client_id ${clientId}, client_secret ${secret.use((text) => text)}`,
    ),
  )
