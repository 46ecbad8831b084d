/** Calls by operation, such as `GET /api/v1/refunds/{id}`: path, query, body and the body of the answer have the types that the SDK gives them. */
import assert from 'node:assert/strict'
import type { Answer as AnswerTo, OperationInput } from '../../sdk/src/client/surface.ts'
import type { Operations as Cards } from '../../sdk/src/generated/cards.ts'
import type { Operations as Fraud } from '../../sdk/src/generated/fraud.ts'
import type { Operations as Identity } from '../../sdk/src/generated/identity.ts'
import type { Operations as Transfers } from '../../sdk/src/generated/transfers.ts'
import type { CallOptions } from '../../sdk/src/index.ts'
import type { Answer, Http, Sent } from './http.ts'

interface SurfaceOperations {
  cards: Cards
  transfers: Transfers
  fraud: Fraud
  identity: Identity
}
export type OperationOf<S extends keyof SurfaceOperations> = keyof SurfaceOperations[S] & string

type Given<O> = Omit<OperationInput<O>, keyof CallOptions> & Pick<Sent, 'token' | 'headers'>

/** Fails the test unless the call succeeds; what is refused is asked for by `request`, which takes anything. */
export type CallOperation = <S extends keyof SurfaceOperations, K extends OperationOf<S>>(
  surface: S,
  operation: K,
  given: Given<SurfaceOperations[S][K]>,
) => Promise<Answer & { body: AnswerTo<SurfaceOperations[S][K]> }>

export const openOperations =
  (request: Http['request']): CallOperation =>
  async (surface, operation, given) => {
    const { path = {}, query = {}, ...sent } = given as Sent & { path?: object; query?: object }
    const [method = '', pattern = ''] = operation.split(' ')
    const values = new Map(Object.entries(path))
    const address = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))))
    const wanted = Object.entries(query).map(([name, value]) => [name, String(value)]) // a list is joined by commas
    const asked = wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''
    const answer = await request(surface, method, `${address}${asked}`, sent)
    assert.ok(answer.status < 300, `${operation}: ${answer.status} ${answer.text}`)
    return answer
  }
