/** Waits for what happens in the background; the bound only ends a broken run. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 25
/** A look at a busy machine may take long, which is not counted whole. */
const COUNTED_MAX_MS = 250

export const until = async (what: string, holds: () => Promise<boolean> | boolean, boundMs = 20_000): Promise<void> => {
  for (let waited = 0; waited < boundMs; ) {
    const begun = performance.now()
    if (await holds()) return
    await sleep(LOOK_MS)
    waited += Math.min(performance.now() - begun, COUNTED_MAX_MS)
  }
  assert.fail(`never: ${what}`)
}
