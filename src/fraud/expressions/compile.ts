/** Turns an expression into a function over the variables of one payment, with the operators as the interface defines them. */
import { LogicEngine } from 'json-logic-engine'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'
import { type Operation, parseExpression } from './grammar.ts'
import { OPERATOR_CODE } from './operator-code.ts'
import { isTrue } from './operators.ts'
import type { Value, Variables } from './payment-variables.ts'
import { STEPS_MAX, setStepBudget } from './step-budget.ts'

/** Returns true if the rule matches. Throws if the expression fails on these values. */
export type CompiledExpression = (variables: Variables) => boolean

const KEPT_MAX = 5_000 // expressions; a tenant's rules are read again every few seconds, their functions are not

const kept = new LRUCache<string, CompiledExpression>(atMost(KEPT_MAX))

export const compileExpression = (text: string): CompiledExpression => {
  const cachedExpression = kept.get(text)
  if (cachedExpression) return cachedExpression
  const compiled = compileOperation(parseExpression(text))
  kept.set(text, compiled)
  return compiled
}

/** The grammar must have read the operation: nothing else reaches the code that is made of it. */
export const compileOperation = (operation: Operation, stepsMax = STEPS_MAX): CompiledExpression => {
  const evaluate = engine.build(operation) as (variables: Variables) => Value
  return (variables) => {
    setStepBudget(stepsMax)
    return isTrue(evaluate(variables))
  }
}

// Inlining is disabled, because a constant part that fails must fail only where it is evaluated.
const engine = new LogicEngine({}, { disableInline: true })
for (const [name, compile] of Object.entries(OPERATOR_CODE))
  engine.addMethod(name, { method: unused, compile } as never)

function unused(): never {
  throw new Error('operators are compiled')
}
