/** Metrics of the calls to banks: results, durations, and codes that no table lists yet. */
import { counter, histogram } from '../../infra/process/metrics.ts'
import type { Fault } from '../attempt.ts'
import type { Connector } from '../port.ts'

const calls = counter('vezne_bank_calls_total', 'Calls to banks that move money, by how they ended', [
  'family',
  'outcome',
])
const seconds = histogram('vezne_bank_call_seconds', 'From the call to its outcome', ['family'])
const unmapped = counter('vezne_bank_codes_unmapped_total', "Answers with a code that the connector's table lacks", [
  'family',
])

type Ended = { readonly kind: string; readonly fault?: Fault }

export const countCall = ({ family, codes }: Connector, outcome: Ended, startedAt: number): void => {
  calls.inc({ family, outcome: outcome.kind })
  seconds.observe({ family }, (performance.now() - startedAt) / 1_000)
  if (outcome.fault === undefined || outcome.fault.isOurs || codes === undefined) return
  if (codes.find(outcome.fault.providerCode) === undefined) unmapped.inc({ family })
}
