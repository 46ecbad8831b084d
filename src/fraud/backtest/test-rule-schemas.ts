/** Shapes of the test of a rule over the check logs. */
import { Type } from 'typebox'
import type { FraudAction } from '../rules/active-rule-store.ts'
import { FraudActionName } from '../rules/rule-schemas.ts'

export const DAYS_MAX = 30
const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })
const describeAction = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })

export const TestFraudRule = Type.Object(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      description: 'Number of days to look back, each of 24 hours.',
    }),
    expression_json: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32_768,
        'x-multiline': true,
        description: 'JsonLogic expression to try instead of the stored one, as a JSON text.',
      }),
    ),
    action: Type.Optional(describeAction('Action to try instead of the stored one.')),
  },
  { $id: 'TestFraudRule' },
)

const ChangedDecisions = Type.Object(
  {
    from: describeAction('Decision that the check log recorded.'),
    to: describeAction('Decision that would be taken with the tried rule.'),
    count: count('Number of checks whose decision changes in this way.'),
  },
  { $id: 'ChangedDecisions' },
)

export const FraudRuleTest = Type.Object(
  {
    checked: count('Number of checks that the rule was tried on.'),
    matched: count('Number of these checks that the expression matches.'),
    changed: Type.Array(ChangedDecisions, {
      description: 'Checks that the rule decides differently, the most frequent change first.',
    }),
    example_log_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Ids of the newest checks that the rule matches, at most 10.',
    }),
    not_recomputable: count(
      'Number of checks left out because a velocity that the rule reads was neither logged nor can be counted again.',
    ),
  },
  { $id: 'FraudRuleTest' },
)
