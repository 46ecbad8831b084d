/** Walks through 3D Secure as a shop and as a shopper's browser without script or cookies would. */
import { createHmac } from 'node:crypto'
import { secretSealingContext } from '../../src/acquiring/tenant-banks/tenant-banks.ts'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import type { Vezne } from './vezne.ts'

export const INIT = '/api/v1/payments/3d/init'
export const CALLBACK = '/api/v1/payments/3d/callback'
export const COMPLETE = '/api/v1/payments/3d/complete'
export const SHOP = 'https://shop.example/back?basket=7'
export const SHOP_CANCEL = 'https://shop.example/cancelled'

/** Cards by how their challenge goes (docs/interface/sandbox.md#cards-by-their-challenge). */
export const CARDS_3D = {
  frictionless: '4546711234567894',
  challenge: '4022774022774026',
  masterCard: '5440931234567892',
  masterCardFrictionless: '5201010000000013',
  failed: '4900200000000009',
  attempt: '4111990000000000',
  unavailable: '4666899999999990',
  declined: '4002020000000024',
  timeout: '4242424242424242',
  threeDRequired: '4003030000000030',
  gatewayError: '4004040000000046',
} as const

export interface Started {
  answer: Answer
  id: string
  /** Path and query of the page the browser opens. */
  page: string
}

export interface Form {
  action: string
  fields: Record<string, string>
}

export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

const plain = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!,
  )

/** The first form of a page. */
export const formIn = (html: string): Form => {
  const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? ''
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: plain(action),
    fields: Object.fromEntries(inputs.map(([, name, value]) => [plain(name!), plain(value!)])),
  }
}

export const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

export const openThreeD = (
  vezne: Vezne,
  client: { key: string; realm?: string; merchant?: string } = { key: 'm1' },
) => {
  const tenantId = vezne.demo.tenants.find(({ slug }) => slug === (client.realm ?? 'tenant-demo'))!.tenant_id
  const pathOf = (url: string): string => url.slice(vezne.urls.cards.length)
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    vezne.request('cards', method, path, {
      token: await vezne.token(client.key, client.realm),
      ...(body === undefined ? {} : { body }),
      headers: { ...(client.merchant ? { 'x-external-merchant-id': client.merchant } : {}), ...headers },
    })
  const post = (path: string, fields: Record<string, string> | string) =>
    vezne.request('cards', 'POST', path, {
      body: typeof fields === 'string' ? fields : encode(fields),
      headers: formType,
    })
  const init = async (number: string, change: object = {}, headers: Record<string, string> = {}): Promise<Started> => {
    const body = paymentBody({ card: { number }, return_url: SHOP, cancel_url: SHOP_CANCEL, ...change })
    const answer = await call('POST', INIT, body, headers)
    const id = answer.body.transaction_id ?? ''
    return { answer, id, page: pathOf(answer.body.extra_properties?.redirect_url ?? '') }
  }
  return {
    tenantId,
    call,
    init,
    pathOf,
    open: (page: string, headers: Record<string, string> = {}) => vezne.request('cards', 'GET', page, { headers }),
    post,
    /** The challenge page's response to an entry: a form back to the platform, or the question again. */
    enter: (page: string, fields: Record<string, string>) => post(page, fields),
    /** Sends the form of a page, as the page's own script would. */
    sendBack: (html: string) => {
      const { action, fields } = formIn(html)
      return post(pathOf(action), fields)
    },
    /** The flow of a shopper who knows the code. */
    async pass(started: Started): Promise<Answer> {
      const page = await vezne.request('cards', 'GET', started.page)
      const done =
        formIn(page.text).action === '' ? await post(started.page, { code: '123456', action: 'submit' }) : page
      const { action, fields } = formIn(done.text)
      return post(pathOf(action), fields)
    },
    payment: async (id: string) => (await call('GET', `/api/v1/payments/${id}`)).body,
    transaction: async (id: string) => (await call('GET', `/api/v1/transactions/${id}`)).body,
    complete: (id: string, more: object = {}, headers: Record<string, string> = {}) =>
      call('POST', COMPLETE, { transaction_id: id, ...more }, headers),
    /** Events of a payment, in order. */
    events: (id: string) =>
      vezne.runtime.db.transaction({ of: tenantId }, (tx) =>
        tx.query<{ type: string; sequence: number; body: string }>(
          'select type, sequence, body from events where tenant_id = $1 and resource_id = $2 order by sequence',
          [tenantId, id],
        ),
      ),
    /** secret_key of the configuration that signs the simulated bank's callbacks. */
    async bankSecret(configurationId?: string): Promise<string> {
      const [row] = await vezne.runtime.db.transaction({ of: tenantId }, (tx) =>
        tx.query<{ id: string; secret_key_sealed: Buffer }>(
          `select id, secret_key_sealed from connector_configurations
            where tenant_id = $1 and (id = $2 or ($2::uuid is null and name = 'SIM-PRIMARY'))`,
          [tenantId, configurationId ?? null],
        ),
      )
      return vezne.runtime.sealer.open(
        tenantId,
        secretSealingContext(row!.id, 'secret_key_sealed'),
        row!.secret_key_sealed,
      )
    },
  }
}
export type ThreeD = ReturnType<typeof openThreeD>

/** Signs as the interface says, independently implemented. */
export const sign = (secret: string, fields: Record<string, string>): Record<string, string> => {
  const names = Object.keys(fields).sort()
  const text = names.map((name) => `${name}=${fields[name]}`).join('&')
  return { ...fields, hash: createHmac('sha256', secret).update(text).digest('hex') }
}
