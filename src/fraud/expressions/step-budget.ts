/** Work one evaluation may do, so that no expression, however it got here, holds up a payment. */

/**
 * Beyond what a checked expression can spend: a step a node (200 of them), and a step a compared entry of an array.
 * An array has at most six entries for each node below it (`blacklist.types`) and is compared once.
 */
export const STEPS_MAX = 2_000

export class BudgetExceeded extends Error {
  constructor() {
    super('the expression takes more steps than an evaluation may')
  }
}

/** An evaluation never awaits, so one counter serves all. */
let left = 0

export const allow = (steps: number): void => {
  left = steps
}

export const spend = (steps: number): void => {
  left -= steps
  if (left < 0) throw new BudgetExceeded()
}

/** What is left of the steps last allowed. */
export const stepsLeft = (): number => left
