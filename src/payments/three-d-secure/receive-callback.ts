/**
 * The bank's response, carried by the shopper's browser: checked against what was stored; then the payment continues
 * and the browser returns to the shop.
 */
import type { Answer, Call, Pairs } from '../../access/endpoint.ts'
import type { CallbackOutcome } from '../../connectors/three-d-secure.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import { parseUrlencoded } from '../../infra/http/urlencoded.ts'
import { keepExchanges } from '../attempts/keep-exchanges.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { isWaitingAfterChallenge } from './authentication-details.ts'
import { awaitChallengeResult } from './await-challenge-result.ts'
import { readCallbackToken } from './callback-url.ts'
import { type Challenge, findChallenge, openPendingChallenge } from './card-challenge.ts'
import { resolveChallenge } from './resolve-challenge.ts'
import { buildReturnUrl } from './return-urls.ts'

/** Returns the query as sent, because the schema names only the sandbox bank's fields. */
export const readQuery = ({ request }: Pick<Call, 'request'>): Pairs => {
  const at = request.url.indexOf('?')
  return parseUrlencoded(at < 0 ? '' : request.url.slice(at + 1))
}

export const receiveCallback = async (
  services: StepServices,
  call: Pick<Call, 'request' | 'correlationId'>,
  pairs: Pairs,
): Promise<Answer> => {
  const { cb: _, ...sent } = pairs
  const fields = readSingleValues(sent)
  if (Object.keys(fields).length === 0) throw new Problem('empty_callback_data')
  const challenged = await findPaymentOfCallback(services, readSingleValues({ cb: readQuery(call).cb ?? [] }).cb ?? '')
  const verdict = await judge(services, challenged, fields)
  if (verdict?.kind === 'forged') throw toRefusal(services, challenged, verdict.reason)
  if (verdict !== undefined)
    await resolveChallenge(services, { ...challenged, callbackCorrelationId: call.correlationId }, verdict)
  const { tenant_id, id } = challenged.payment
  const payment = await awaitChallengeResult(services, tenant_id, id)
  const waits = await services.runtime.db.transaction({ of: tenant_id }, (tx) => isWaitingAfterChallenge(tx, payment))
  return { status: 303, headers: { location: buildReturnUrl(challenged.session, payment, waits), ...PRIVATE } }
}

/** Returns undefined for an unsigned callback that decides nothing any more. Its bank is asked only while the challenge is open. */
const judge = async (
  services: StepServices,
  challenged: Challenge,
  fields: Readonly<Record<string, string>>,
): Promise<CallbackOutcome | undefined> => {
  const { connector, payment } = challenged
  const pending = await openPendingChallenge(services, challenged)
  const reading = connector.threeDSecure.verify(fields, pending)
  if (reading.kind === 'forged' || (reading.kind === 'verified' && !reading.isUnconfirmed)) return reading
  if (payment.status !== 'three_d_secure_init_processing') return reading.kind === 'unsigned' ? undefined : reading
  const { verdict, exchanges } = await services.banks.connectors.confirm(connector, fields, pending)
  const logged = verdict.kind === 'no_answer' ? verdict : ({ kind: 'not_found' } as const)
  await keepExchanges(services, payment, exchanges, logged)
  if (verdict.kind !== 'no_answer') return verdict
  throw new Problem('three_ds_complete_exception', {
    detail: phrase`The bank did not say how the challenge ended; nothing was changed. Try again in a moment.`,
    transaction_id: payment.id,
  })
}

/** The target address names the payment, so it must not be cached. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** A field sent with two values is ambiguous, so it is ignored. Banks do repeat a field with the same value. */
const readSingleValues = (pairs: Pairs): Record<string, string> => {
  const isSpoilt = Object.values(pairs).some((values) => new Set(values).size > 1 || values[0]?.includes('\u0000'))
  if (isSpoilt)
    throw new Problem('three_ds_verify_failed', {
      detail: phrase`A field of the callback was sent twice with two values or holds no text; none of it counts.`,
    })
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])),
  )
}

const findPaymentOfCallback = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  cb: string,
): Promise<Challenge> => {
  const { sealer } = services.runtime
  const read = readCallbackToken(sealer, cb)
  const challenged = read && (await findChallenge(services, read.tenantId, read.paymentId))
  if (challenged === undefined || !read?.leadsTo(challenged.session))
    throw new Problem('missing_transaction_id', { detail: phrase`cb is missing or was not made by this service.` })
  return challenged
}

const CODES: Readonly<Record<Extract<CallbackOutcome, { kind: 'forged' }>['reason'], ProblemCode>> = {
  bad_hash: 'three_ds_verify_failed',
  incomplete: 'three_ds_verify_failed',
  other_amount: 'three_ds_verify_failed',
  no_order: 'missing_transaction_id',
  other_order: 'three_ds_card_mismatch',
  other_card: 'three_ds_card_mismatch',
}

const toRefusal = (
  services: Pick<PaymentServices, 'runtime'>,
  { payment }: Challenge,
  reason: keyof typeof CODES,
): Problem => {
  services.runtime.log.warn('three_d.callback_refused', { transaction_id: payment.id, reason })
  return new Problem(CODES[reason])
}
