/** Metrics of the calls to banks: results, durations, and codes that no table lists yet. */
import { counter, histogram } from '../../infra/process/metrics.ts'
import type { Configuration, Fault } from '../attempt.ts'
import type { Connector } from '../port.ts'

const calls = counter('vezne_bank_calls_total')
const seconds = histogram('vezne_bank_call_seconds')
const unmapped = counter('vezne_bank_codes_unmapped_total')

type Ended = { readonly kind: string; readonly fault?: Fault }
interface CountedCall {
  /** Operation that the bank was asked for: sale, refund, challenge, transfer ... */
  readonly name: string
  readonly configuration: Pick<Configuration, 'connectorType'>
  /** A value of performance.now(). */
  readonly startedAt: number
}

export const countCall = (
  { family, codes }: Connector,
  outcome: Ended,
  { name, configuration: { connectorType: bank }, startedAt }: CountedCall,
): void => {
  calls.inc({ family, bank, call: name, outcome: outcome.kind })
  seconds.observe({ family, bank }, (performance.now() - startedAt) / 1_000)
  if (outcome.fault === undefined || outcome.fault.isOurs || codes === undefined) return
  if (codes.find(outcome.fault.providerCode) === undefined) unmapped.inc({ family })
}
