/** Checks or refuses an expression that a caller wrote, and finds the variables it reads. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type Expression, GrammarFault, type Operation, parseExpression } from './grammar.ts'
import { isVelocity } from './variable-names.ts'

/** Throws the problem invalid_expression (422), one error for each fault, its message beginning with the path. */
export const validateExpression = (text: string): Operation => {
  try {
    return parseExpression(text)
  } catch (fault) {
    if (!(fault instanceof GrammarFault)) throw fault
    throw new Problem('invalid_expression', {
      detail: phrase`expression_json: ${fault.message}`,
      errors: fault.faults.map(({ path, code, message }) => ({
        field: 'expression_json',
        code,
        message: path === '' ? message : phrase`${path}: ${message}`,
      })),
    })
  }
}

/** Names of the variables an expression reads, each once. */
export const variablesReadBy = (expression: Expression): readonly string[] => {
  const names = new Set<string>()
  collect(expression, names)
  return [...names]
}

/** The velocities that must have been counted before the expression is evaluated. */
export const velocityVariablesReadBy = (expression: Expression): readonly string[] =>
  variablesReadBy(expression).filter(isVelocity)

const collect = (expression: Expression, names: Set<string>): void => {
  if (typeof expression !== 'object' || expression === null || Array.isArray(expression)) return
  for (const [operator, args] of Object.entries(expression as Operation)) {
    if (operator === 'missing') for (const name of args) names.add(name as string)
    else if (operator === 'var') names.add(args[0] as string)
    for (const arg of operator === 'var' ? args.slice(1) : args) collect(arg, names)
  }
}
