/** A shopper's browser in a few lines, and a shop that receives callbacks. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GOOD_CARD, MERCHANT } from './nestpay-client.ts'

export interface WayBack {
  action: string
  fields: Record<string, string>
}

/** Follows the gateway to the challenge and submits it; `auto` as the machine form has it. */
export const visitGateway = async (
  gateway: string,
  fields: Record<string, string>,
  auto?: string,
): Promise<{ status: number; location: string | null; page: string; back?: WayBack }> => {
  const first = await post(gateway, fields)
  const location = first.headers.get('location')
  if (auto === undefined || location === null) return read(first, location)
  return read(await fetch(`${new URL(location, gateway)}?auto=${auto}`), location)
}

export const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })

export const read = async (answer: Response, location: string | null = null) => {
  const page = await answer.text()
  const back = wayBack(page)
  return { status: answer.status, location, page, ...(back ? { back } : {}) }
}

const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The self-submitting form of a page. */
export const wayBack = (page: string): WayBack | undefined => {
  const action = /<form method="post" action="(http[^"]+)"/.exec(page)?.[1]
  if (action === undefined) return undefined
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return {
    action: plain(action),
    fields: Object.fromEntries([...inputs].map(([, name, value]) => [plain(name!), plain(value!)])),
  }
}

/** Hash ver3, implemented independently for the tests. */
export const nestpayHash = (fields: Record<string, string>, storeKey = 'SimStoreKey1'): string => {
  const names = Object.keys(fields).filter((name) => !/^(hash|encoding|nationalidno)$/i.test(name))
  names.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const parts = [...names.map((name) => fields[name]!), storeKey].map((value) =>
    value.replace(/\\/g, '\\\\').replace(/\|/g, '\\|'),
  )
  return createHash('sha512').update(parts.join('|')).digest('base64')
}

let randoms = 0
export const gatewayForm = (orderId: string, more: Record<string, string> = {}): Record<string, string> => {
  const fields: Record<string, string> = {
    clientid: MERCHANT,
    storetype: '3d',
    amount: '149.90',
    oid: orderId,
    okUrl: 'http://127.0.0.1:9/ok',
    failUrl: 'http://127.0.0.1:9/fail',
    rnd: `rnd-${++randoms}`,
    lang: 'tr',
    currency: '949',
    taksit: '',
    TranType: 'Auth',
    hashAlgorithm: 'ver3',
    pan: GOOD_CARD,
    Ecom_Payment_Card_ExpDate_Month: '12',
    Ecom_Payment_Card_ExpDate_Year: '30',
    cv2: '000',
    ...more,
  }
  return { ...fields, hash: fields.hash ?? nestpayHash(fields) }
}

export interface Shop {
  readonly url: string
  readonly heard: Record<string, string>[]
  close(): Promise<void>
}

/** Records what is posted to it. */
export const openShop = async (): Promise<Shop> => {
  const heard: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push(Object.fromEntries(new URLSearchParams(body)))
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
