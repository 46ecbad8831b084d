/** Limits the work of one evaluation, so that no expression, wherever it came from, delays a payment. */

/**
 * Beyond what a checked expression can spend. A step is a node (at most 200 of them), a compared entry of an array (an array
 * has at most six for each node below it, `blacklist.types`, and is compared once), or 256 characters of a text that is joined
 * or searched (at most 100 variables of 1,024 characters and 8,192 of constants, at most once on each of ten levels).
 */
export const STEPS_MAX = 10_000
const CHARACTERS_A_STEP = 256

export class BudgetExceeded extends Error {
  constructor() {
    super('the expression takes more steps than an evaluation may')
  }
}

/** An evaluation never awaits, so one counter serves all. */
let left = 0

export const setStepBudget = (steps: number): void => {
  left = steps
}

export const spendSteps = (steps: number): void => {
  left -= steps
  if (left < 0) throw new BudgetExceeded()
}

export const spendOnText = (characters: number): void => spendSteps(Math.floor(characters / CHARACTERS_A_STEP))

/** Returns the rest of the steps last allowed. */
export const stepsLeft = (): number => left
