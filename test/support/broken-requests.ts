/** Requests whose framing proxies and servers read differently: each must be refused, and no smuggled request answered. */

/** A second request smuggled behind the first one: it must never be answered. */
export const HIDDEN = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
export const post = (headers: string, body: string): string =>
  `POST /api/v1/payments HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`
export const get = (target: string, headers = 'Host: x\r\n'): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`

export const broken: [name: string, bytes: string][] = [
  ['length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunks and length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['two lengths', post('Content-Length: 5\r\nContent-Length: 0\r\n', `abcde${HIDDEN}`)],
  ['two equal lengths', post('Content-Length: 5\r\nContent-Length: 5\r\n', `abcde${HIDDEN}`)],
  ['a list of lengths', post('Content-Length: 5, 5\r\n', `abcde${HIDDEN}`)],
  ['length +5', post('Content-Length: +5\r\n', `abcde${HIDDEN}`)],
  ['length -1', post('Content-Length: -1\r\n', HIDDEN)],
  ['length 0x5', post('Content-Length: 0x5\r\n', `abcde${HIDDEN}`)],
  ['length beyond 2^64', post('Content-Length: 99999999999999999999\r\n', HIDDEN)],
  ['xchunked', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunked, identity', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['chunked twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['identity', post('Transfer-Encoding: identity\r\nContent-Length: 5\r\n', `abcde${HIDDEN}`)],
  ['blank before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['folded header', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['bare line feed in a header', post('X-A: b\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['bare carriage return in a header', post('X-A: b\rTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
  ['NUL in a header', post('X-A: b\u0000c\r\nContent-Length: 0\r\n', HIDDEN)],
  ['header without a name', post(': b\r\nContent-Length: 0\r\n', HIDDEN)],
  ['header name with a blank', post('X A: b\r\nContent-Length: 0\r\n', HIDDEN)],
  ['chunk size that is no number', post('Transfer-Encoding: chunked\r\n', `zz\r\n${HIDDEN}`)],
  ['line feed alone after a chunk size', post('Transfer-Encoding: chunked\r\n', `5\nabcde\r\n0\r\n\r\n${HIDDEN}`)],
  [
    'carriage return inside a chunk size',
    post('Transfer-Encoding: chunked\r\n', `5\r;a\r\nabcde\r\n0\r\n\r\n${HIDDEN}`),
  ],
  ['no Host', `GET /health/live HTTP/1.1\r\n\r\n`],
  ['a method of its own', 'STEAL /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/9.9', 'GET /health/live HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS on the plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
  ['a target with a blank', 'GET /health/live x HTTP/1.1\r\nHost: x\r\n\r\n'],
]
