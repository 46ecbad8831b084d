/** GET /console/api/names: who is behind the ids that histories, approvals and the audit log name. */
import type { TokenSubject } from '../../access/callers/token-subject.ts'
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'

const IDS_MAX = 100
const ID_CHARS_MAX = 100

/** Returns names by id, for people and API keys of the person's own realm, and of the own merchant if the person is bound to one; any other id is left out. */
export const namesOfActors = async (
  { realms }: Pick<ConsoleServices, 'realms'>,
  { row: { tenantId }, principal }: OpenSession,
  asked: unknown,
): Promise<Record<string, { name: string; kind: 'person' | 'api_key' }>> => {
  const ids = [...new Set(String(asked ?? '').split(','))].filter((id) => id !== '' && id.length <= ID_CHARS_MAX)
  if (ids.length > IDS_MAX) throw fieldProblem('ids', 'too_many_items', phrase`at most ${IDS_MAX}`)
  const isReached = ({ merchantId }: TokenSubject): boolean =>
    !principal.isMerchantBound || merchantId === principal.merchantId
  const found = await Promise.all(
    ids.map(async (id) => {
      if (isUuid(id)) {
        const person = await realms.personOf(tenantId, id.toLowerCase())
        const name =
          person &&
          isReached(person) &&
          ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.username)
        return name ? ([id, { name, kind: 'person' as const }] as const) : null
      }
      const client = await realms.clientOf(tenantId, id)
      return client && isReached(client)
        ? ([id, { name: client.displayName ?? client.clientId, kind: 'api_key' as const }] as const)
        : null
    }),
  )
  return Object.fromEntries(found.filter((each) => each !== null))
}
