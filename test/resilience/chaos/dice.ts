/** Randomness that a printed seed brings back. */
export interface Dice {
  /** Uniform in [0, 1). */
  draw(): number
  between(low: number, high: number): number
  pick<T>(all: readonly T[]): T
}

/** Mulberry32: 32 bits of state are plenty for a plan of kills. */
export const openDice = (seed: number): Dice => {
  let state = seed >>> 0
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    draw,
    between: (low, high) => low + draw() * (high - low),
    pick: (all) => all[Math.floor(draw() * all.length)] as (typeof all)[number],
  }
}
