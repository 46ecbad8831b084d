/** GET monitors/findings: what the program finds wrong, open and over. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { wishedLanguage } from '../../infra/http/preferred-language.ts'
import { pageOfFindings } from '../findings/finding-store.ts'
import { findOwner } from '../schemas/channel-operation.ts'
import { FindingPage, FindingQuery } from '../schemas/monitor-schemas.ts'
import { shownFinding } from '../telling/compose-message.ts'

export const listFindings = endpoint({
  method: 'GET',
  path: '/api/v1/monitors/findings',
  tag: 'Monitors',
  summary: 'List what the monitors find',
  description:
    'Of the tenant, or with a token of the platform what is its own; newest first. A finding is open once while the thing is wrong, and over once it ' +
    'has been well for ten minutes. Title and text are in the language of Accept-Language, English by default.',
  allow: 'monitors',
  query: FindingQuery,
  answers: { 200: FindingPage },
  async handle(call) {
    const { query, runtime } = call
    if (call.principal.isMerchantBound) return ok(toPage([], 0, query)) // findings are of the whole tenant
    const owner = findOwner(call)
    const { rows, total } = await runtime.db.transaction({ of: owner, mode: 'read' }, (tx) =>
      pageOfFindings(tx, owner, query),
    )
    const language = wishedLanguage(call.request.headers['accept-language'])
    return ok(
      toPage(
        rows.map((row) => shownFinding(row, language)),
        total,
        query,
      ),
    )
  },
})
