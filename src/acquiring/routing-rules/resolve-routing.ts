/** POST /api/v1/routing-rules/resolve: the rules a payment would match, best first; nothing is counted. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { matchingRules } from './match-rules.ts'
import { ResolveRouting, RoutingRuleSchema } from './routing-schemas.ts'
import { knownCurrency, readFigures, routingRuleBody } from './rule-kinds.ts'
import { activeRules } from './rule-store.ts'

export const resolveRouting = endpoint({
  method: 'POST',
  path: '/api/v1/routing-rules/resolve',
  summary: 'Find the routing rules a payment would meet',
  description:
    'Active rules whose every stated criterion matches and whose daily limit is not reached, best first. Whether their configurations can take the payment is not looked at.',
  tag: 'RoutingRules',
  allow: 'pos-read',
  effect: 'computes',
  isOpenToBound: true,
  body: ResolveRouting,
  answers: { 200: Type.Array(RoutingRuleSchema) },
  errors: ['invalid_currency'],
  handle: ({ body, tenantId, runtime, read }) => {
    const facts = {
      digits: body.card_bin ?? '',
      amount: body.amount,
      currency: knownCurrency(body.currency ?? 'TRY'),
      installment: body.installment_count ?? body.installment ?? 1,
      card_brand: body.card_brand ?? null,
      card_type: body.card_type ?? null,
      issuerBankCode: null,
    }
    return read(async (tx) => {
      const figures = await readFigures(tx, tenantId, runtime.clock.ms())
      const rules = matchingRules(await activeRules(tx, tenantId), facts, figures.settings)
      const open = rules.filter(
        ({ id, daily_transaction_limit: limit }) => limit === null || (figures.counts.get(id) ?? 0) < limit,
      )
      return ok(open.map((rule) => routingRuleBody(rule, figures)))
    })
  },
})
