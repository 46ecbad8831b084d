/** A second administrator of a shop, for what takes two people. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import type { Shop } from './shop.ts'

export interface SecondPerson {
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** A settlement, first by the shop's own administrator. */
  settle(id: string, said?: object): Promise<void>
  /** The amounts of a settlement that the administrator made. */
  confirm(id: string): Promise<void>
}

export const openSecondPerson = async (shop: Shop): Promise<SecondPerson> => {
  await shop.own(
    `update clients set roles = roles || '{pos-admin}' where display_name = 'Transfer checker' and not roles @> '{pos-admin}'`,
    [],
  )
  const call: SecondPerson['call'] = async (method, path, body) =>
    shop.vezne.request('cards', method, `/api/v1${path}`, {
      token: await shop.vezne.token('checker', 'tenant-load'),
      headers: { 'x-external-merchant-id': 'M-3001' },
      ...(body === undefined ? {} : { body }),
    })
  return {
    call,
    async settle(id, said = {}) {
      const path = `/settlements/${id}/status`
      const body = { status: 'settled', ...said }
      for (const answer of [await shop.call('PUT', path, body), await call('PUT', path, body)])
        assert.equal(answer.status, 204, answer.text)
    },
    async confirm(id) {
      const answer = await call('POST', `/settlements/${id}/confirm`)
      assert.equal(answer.status, 200, answer.text)
    },
  }
}
