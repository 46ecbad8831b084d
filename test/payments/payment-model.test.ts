/** Random sequences of payments, repeats, decisions about those under review and jumps of the clock against a model of plain arithmetic (more: `npm run chaos -- --sequences 1000`). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideTheServer } from '../resilience/chaos/beside-the-server.ts'
import { checkModel } from '../resilience/chaos/check-model.ts'
import { use } from '../support/use.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const SEQUENCES = 50
const SEEN_MIN = 3
const WORDS = [
  'first 200 completed',
  'first 200 authorized',
  'first 422 failed',
  'first 503 failed',
  'first 202 processing',
  'replayed 200',
  'replayed 422',
  'repeat while open',
  'repeat after the end',
  'key in use',
  'refused, nothing stored',
  'first 202 created',
  'approve while held',
  'reject while held',
  'decided too late',
]

const beside = use(besideTheServer)

test(`${SEQUENCES} sequences, seed ${SEED}`, async (t) => {
  const program = await beside.open()
  await program.start()
  const seen = await checkModel(program, { seed: SEED, sequences: SEQUENCES })
  t.diagnostic([...seen].map(([word, count]) => `${word}: ${count}`).join(', '))
  for (const word of WORDS) assert.ok((seen.get(word) ?? 0) >= SEEN_MIN, `${word}: seen ${seen.get(word) ?? 0} times`)
})
