/** Signed webhooks: verify a delivery, read its event by type, receive it with your framework. */

export { fastifyReceiver } from './fastify-receiver.ts'
export { fetchReceiver, honoReceiver } from './fetch-receiver.ts'
export { expressReceiver, nodeReceiver } from './node-receiver.ts'
export type { ReceiverOptions } from './receive.ts'
export {
  type HeadersLike,
  type VerifyOptions,
  type VezneEvent,
  verify,
  WebhookError,
  type WebhookFault,
} from './verify.ts'
