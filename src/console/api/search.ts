/** GET /console/api/search: sends one query to each list that this person may read, as its surface offers it. */
import type { SurfaceName } from '../../access/endpoint.ts'
import { isPermitted } from '../../access/pipeline/authorize.ts'
import { isoTime } from '../../core/clock.ts'
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'
import { type CallOrigin, callSurface } from '../surface-calls.ts'

const CHARS_MIN = 3
const CHARS_MAX = 100
const EACH_MAX = 5
/** Parts of texts are searched only in recent rows; an order id or an id is found however old it is. */
const RECENT_MS = 92 * 86_400_000

interface Question {
  readonly kind: 'payment' | 'transfer' | 'alert' | 'merchant'
  readonly surface: SurfaceName
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

interface FoundGroup {
  readonly kind: Question['kind']
  /** Rows as the surface's list returns them. */
  readonly items: readonly { readonly id: string }[]
  /** False if the surface did not answer. */
  readonly is_whole: boolean
}

export const searchAll = async (
  services: ConsoleServices,
  session: OpenSession,
  asked: unknown,
  origin: CallOrigin,
): Promise<{ query: string; groups: FoundGroup[] }> => {
  const query = typeof asked === 'string' ? asked.trim() : ''
  if (query.length < CHARS_MIN) throw fieldProblem('q', 'too_short', phrase`at least ${CHARS_MIN} characters`)
  if (query.length > CHARS_MAX) throw fieldProblem('q', 'too_long', phrase`at most ${CHARS_MAX} characters`)
  const endpoints = services.endpoints()
  const permitted = questionsOf(query, services.runtime.clock.ms()).filter(({ surface, path }) => {
    const spec = endpoints[surface].find((each) => each.method === 'GET' && each.path === path)
    return spec !== undefined && isPermitted(surface, spec, session.principal, session.realm)
  })
  const answers = await Promise.all(permitted.map((question) => ask(services, session, question, origin)))
  const groups = Map.groupBy(answers, ({ kind }) => kind)
  return { query, groups: [...groups.values()].map(merged) }
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const questionsOf = (query: string, nowMs: number): Question[] => {
  const since = isoTime(nowMs - RECENT_MS)
  const payments = { kind: 'payment', surface: 'cards', path: '/api/v1/transactions' } as const
  return [
    { ...payments, query: { external_id: query } },
    ...(EMAIL.test(query) ? [{ ...payments, query: { customer_email: query } }] : []),
    { ...payments, query: isUuid(query) ? { search_term: query } : { search_term: query, start_date: since } },
    {
      kind: 'transfer',
      surface: 'transfers',
      path: '/api/v1/transfers',
      query: { search_term: query, from_date: since },
    },
    { kind: 'alert', surface: 'fraud', path: '/api/v1/fraud/alerts', query: { search_term: query } },
    { kind: 'merchant', surface: 'identity', path: '/api/v1/merchants', query: { search_term: query } },
  ]
}

const ask = async (
  services: ConsoleServices,
  { principal: caller, realm }: OpenSession,
  { kind, surface, path, query }: Question,
  origin: CallOrigin,
): Promise<FoundGroup> => {
  const url = `${path}?${new URLSearchParams({ ...query, page_size: String(EACH_MAX) })}`
  const { tenantId } = realm
  const answer = await callSurface(services, { surface, method: 'GET', url, caller, tenantId }, origin)
  const items = answer.status === 200 ? ((answer.body.items ?? []) as FoundGroup['items']) : []
  return { kind, items, is_whole: answer.status === 200 }
}

const merged = (answers: readonly FoundGroup[]): FoundGroup => {
  const byId = new Map(answers.flatMap(({ items }) => items.map((item) => [item.id, item] as const)))
  return {
    kind: answers[0]!.kind,
    items: [...byId.values()].slice(0, EACH_MAX),
    is_whole: answers.every(({ is_whole }) => is_whole),
  }
}
