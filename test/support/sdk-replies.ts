/** Answers that a test gives the SDK in place of a service. */
export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Headers
}
export type Reply = (sent: Sent) => Response | Promise<Response>

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { type: `https://e/${code}`, title: code, status, code, detail: 'x', correlation_id: 'c-1' }, headers)
export const lost: Reply = () => {
  throw new TypeError('fetch failed')
}
