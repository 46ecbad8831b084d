/** GET /console/api/editors: who changed what last, of ids whose list the person may read. */
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { ConsoleServices } from '../console-services.ts'
import type { OpenSession } from '../session/sessions.ts'
import { createVisibility } from '../stream/visible-changes.ts'

const IDS_MAX = 100
const ID_CHARS_MAX = 100

interface LastChange {
  target_id: string
  kind: string
  merchant_id: string | null
  operation: string
  actor: string | null
  at: Date
}

/** Returns editors by id, from the person's own realm. An id without a known change, or out of the person's scope, is left out. */
export const lastEditors = async (
  { runtime, endpoints }: Pick<ConsoleServices, 'runtime' | 'endpoints'>,
  session: OpenSession,
  asked: unknown,
): Promise<Record<string, { by: string | null; at: string }>> => {
  const ids = [...new Set(String(asked ?? '').split(','))].filter((id) => id !== '' && id.length <= ID_CHARS_MAX)
  if (ids.length > IDS_MAX) throw fieldProblem('ids', 'too_many_items', phrase`at most ${IDS_MAX}`)
  const { tenantId } = session.row
  const found = await runtime.db.transaction({ of: tenantId, mode: 'read' }, (tx) =>
    tx.query<LastChange>(
      sql`select l.* from unnest(${ids}::text[]) as asked (id) cross join lateral (
         select target_id, kind, merchant_id, operation, actor, at from audit_log
          where tenant_id = ${tenantId} and target_id = asked.id and outcome = 'done' and kind is not null order by seq desc limit 1) l`,
    ),
  )
  const visible = createVisibility(endpoints(), session)
  return Object.fromEntries(
    found
      .filter(
        ({ kind, target_id: id, merchant_id: merchantId, operation: type }) =>
          visible({ kind, id, merchantId, type }).length > 0,
      )
      .map(({ target_id, actor, at }) => [target_id, { by: actor, at: isoTime(at) }]),
  )
}
