/** Random sequences of commands, each compared with the model; returns how often each thing was seen. Throws with seed and path of a counter-example. */
import fc from 'fast-check'
import { commands } from './model-commands.ts'
import { openWorld } from './model-world.ts'
import { type Model, REVIEWED, SILENT } from './payment-model.ts'
import { asLoad, loadToken, type Stand } from './program.ts'

const COMMANDS_MAX = 40

export const checkModel = async (
  program: Stand,
  options: { seed: number; sequences: number },
): Promise<Map<string, number>> => {
  const world = await openWorld(program)
  const seen = new Map<string, number>()
  let count = 0
  const fresh = (): Model => ({ sequence: `model-${options.seed}-${++count}`, payments: [], ofSlot: new Map(), seen })
  try {
    await makeSilentCard(program)
    await makeReview(program)
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: COMMANDS_MAX, size: 'max' }), (all) =>
      fc.asyncModelRun(() => ({ model: fresh(), real: world }), all),
    )
    await fc.assert(property, { seed: options.seed, numRuns: options.sequences, endOnFailure: true })
    return seen
  } finally {
    await world.close()
  }
}

const makeReview = async (program: Stand): Promise<void> => {
  const answer = await program.http.request('fraud', 'POST', '/api/v1/fraud/rules', {
    token: await loadToken(program),
    body: {
      process: 'sanal_pos',
      code: 'MODEL-REVIEW',
      name: 'Held for review',
      type: 'custom',
      expression_json: JSON.stringify({ '==': [{ var: 'customer.email' }, REVIEWED] }),
      action: 'review',
    },
  })
  if (answer.status !== 201) throw new Error(`no rule: ${answer.text}`)
}

/** A bank without a response that fails at once, so that no test waits for the time-out. */
const makeSilentCard = async (program: Stand): Promise<void> => {
  const like = {
    expiry_month: 12,
    expiry_year: 2030,
    card_schema_type: 'Visa',
    card_type: 'Credit',
    card_brand: 'Other',
  }
  const body = { ...like, card_number: SILENT, expected_result: 'Timeout', simulated_delay_ms: 0 }
  const answer = await asLoad(program, 'POST', '/api/v1/test-cards', { body })
  if (answer.status !== 201) throw new Error(`no test card: ${answer.text}`)
}
