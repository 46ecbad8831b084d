/** Test cards of a run's own: calls that are open long enough for a kill to fall into them, and short enough for many. */
import { asLoad, type Caller } from './program.ts'

export const SLOW_APPROVAL = '4539450000000009'
export const SHORT_SILENCE = '4539450000000017'

const CARDS = [
  { card_number: SLOW_APPROVAL, expected_result: 'Success', simulated_delay_ms: 250 },
  { card_number: SHORT_SILENCE, expected_result: 'Timeout', simulated_delay_ms: 400 },
]
const LIKE_ANY = {
  expiry_month: 12,
  expiry_year: 2030,
  card_schema_type: 'Visa',
  card_type: 'Credit',
  card_brand: 'Other',
}

export const makeSlowCards = async (program: Caller): Promise<void> => {
  for (const card of CARDS) {
    const answer = await asLoad(program, 'POST', '/api/v1/test-cards', { body: { ...LIKE_ANY, ...card } })
    if (answer.status !== 201) throw new Error(`no test card: ${answer.text}`)
  }
}
