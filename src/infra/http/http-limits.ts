/** Limits of a connection: times and sizes of one request. */
export const HEADERS_MS = 10_000 // a slow header block is cut off here
export const REQUEST_MS = 20_000 // and a slow body here
export const CHECKED_EVERY_MS = 1_000 // Node checks for slow requests only every 30 s by default
export const KEEP_ALIVE_MS = 65_000 // longer than the usual balancer's 60 s, so that the balancer closes first
export const HEADER_BYTES_MAX = 16 * 1024
export const URL_BYTES_MAX = 8 * 1024
export const BODY_BYTES_MAX = 1024 * 1024
export const FORM_BYTES_MAX = 64 * 1024 // a bank's answer has at most some 20 KiB

/** The same limits for a Node server that is not a surface. */
export const SOCKET_LIMITS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECKED_EVERY_MS,
}
