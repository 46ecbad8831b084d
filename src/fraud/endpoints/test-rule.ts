/** POST /api/v1/fraud/rules/{id}/test: shows how a rule would have changed the checks of the last days; nothing is changed. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { createWorkQueue } from '../../infra/process/work-queue.ts'
import { backtestRule } from '../backtest/backtest-rule.ts'
import { FraudRuleTest, TestFraudRule } from '../backtest/test-rule-schemas.ts'
import { validateExpression } from '../expressions/validate-expression.ts'
import { findVisibleRule } from '../rules/rule-admin-store.ts'
import { ruleNotFound, TENANT_RULE_ROUTES } from '../rules/rule-route-scope.ts'
import { RuleParams } from '../rules/rule-schemas.ts'

/** A second or two each. No tenant's tests delay the others for long. */
const WAITING = { all: 8, each: 2 }

export const testRule = () => {
  const turns = createWorkQueue(
    WAITING,
    phrase`Too many rules are being tested at this moment; wait a second and repeat.`,
  )
  return endpoint({
    method: 'POST',
    path: `${TENANT_RULE_ROUTES.path}/:id/test`,
    tag: TENANT_RULE_ROUTES.tag,
    summary: 'Test a fraud rule on past checks',
    description: `Tries an own or a global rule, active or not, on the check logs of its process from the last \`days\`: the newest
100,000 at most. The rule counts as active and acted on, at its priority, among today's active rules; \`expression_json\`
and \`action\` are tried instead of what is stored. \`matched\` are the checks whose variables the expression matches. A check
is \`changed\` where the rule matches it now or did then, and today's rules with it decide differently from the log. Checks
of merchants whose policy was off are left out.

Velocities are those of the log. One the log lacks, since no rule read it then, is counted again from the logs themselves;
\`declined_count\` then knows the failures of today. A check for which that cannot be done, since too many lie before it,
is left out and counted in \`not_recomputable\` where the tested rule reads the velocity; where only another rule reads it, it is 0.`,
    allow: TENANT_RULE_ROUTES.readRole,
    effect: 'computes',
    idempotent: false,
    params: RuleParams,
    body: TestFraudRule,
    answers: { 200: FraudRuleTest },
    errors: ['invalid_expression'],
    async handle({ body, params, tenantId, runtime, read }) {
      const rule = await read((tx) => findVisibleRule(tx, tenantId, params.id))
      if (rule === undefined) throw ruleNotFound(TENANT_RULE_ROUTES)
      if (body.expression_json !== undefined) validateExpression(body.expression_json)
      const trial = {
        tenantId,
        ruleId: rule.id,
        process: rule.process,
        expression_json: body.expression_json ?? rule.expression_json,
        action: body.action ?? rule.action,
        days: body.days,
      }
      return ok(await turns.run(() => backtestRule(runtime, trial), tenantId))
    },
  })
}
