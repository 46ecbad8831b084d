/** Decides fraud alerts of the demo tenant by the payment or transfer that waits for them. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import type { Vezne } from './vezne.ts'

const ALERTS = '/api/v1/fraud/alerts'
export type Verb = 'approve' | 'reject'
/** A day and a moment: undecided alerts have expired. */
export const ALERT_LIFE_MS = 24 * 3_600_000 + 1_000

/** The response to a payment under review; its id. */
export const heldId = ({ status, body, headers, text }: Answer): string => {
  assert.deepEqual(
    [status, body.status, body.is_success, body.error_code, headers['idempotent-replayed']],
    [202, 'pending', false, null, undefined],
    text,
  )
  assert.match(body.message, /review/)
  return body.transaction_id
}

export const openReviews = (vezne: Pick<Vezne, 'request' | 'token'>) => {
  const call = async (method: string, path: string): Promise<Answer> =>
    vezne.request('fraud', method, path, { token: await vezne.token('fraud') })
  /** Of the payment or transfer with this id. */
  const alertOf = async (id: string) => {
    const { body, text } = await call('GET', `${ALERTS}?search_term=${id}`)
    assert.equal(body.items?.length, 1, text)
    return body.items[0]
  }
  return {
    alertOf,
    decide: async (id: string, verb: Verb): Promise<Answer> =>
      call('POST', `${ALERTS}/${(await alertOf(id)).id}/${verb}`),
    /** The same decision by so many at once. */
    decideTimes: async (id: string, verb: Verb, times: number): Promise<Answer[]> => {
      const { id: alertId } = await alertOf(id)
      return Promise.all(Array.from({ length: times }, () => call('POST', `${ALERTS}/${alertId}/${verb}`)))
    },
  }
}
export type Reviews = ReturnType<typeof openReviews>
