/** Shapes of the test of a rule over the check logs. */
import { Type } from 'typebox'
import type { FraudAction } from '../rules/active-rule-store.ts'
import { FraudActionName } from '../rules/rule-schemas.ts'

export const DAYS_MAX = 30
const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })
const actionOf = (description: string) => Type.Unsafe<FraudAction>({ ...FraudActionName, description })

export const TestFraudRule = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: DAYS_MAX, description: 'How far back, in days of 24 hours' }),
    expression_json: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32_768,
        'x-multiline': true,
        description: 'To try instead of the stored one',
      }),
    ),
    action: Type.Optional(actionOf('To try instead of the stored one')),
  },
  { $id: 'TestFraudRule' },
)

const ChangedDecisions = Type.Object(
  {
    from: actionOf('What the log says'),
    to: actionOf('What would be decided today, with the tried rule'),
    count: count('Checks'),
  },
  { $id: 'ChangedDecisions' },
)

export const FraudRuleTest = Type.Object(
  {
    checked: count('Checks it was tried on'),
    matched: count('Of these, checks its expression matches'),
    changed: Type.Array(ChangedDecisions, {
      description: 'Checks that the rule decides differently, most of them first',
    }),
    example_log_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Check logs it matches, the newest ones, at most 10',
    }),
    not_recomputable: count('Checks left out: a velocity the rule reads was neither logged nor can be counted again'),
  },
  { $id: 'FraudRuleTest' },
)
