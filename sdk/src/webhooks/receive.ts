/** What all receivers do with a delivery: verify it, hand its event on, and say how it went. */
import { type HeadersLike, type VerifyOptions, type VezneEvent, verify, WebhookError } from './verify.ts'

export interface ReceiverOptions extends VerifyOptions {
  /** `whsec_...` of the subscription; several while one is being replaced. */
  readonly secret: string | readonly string[]
  /** Answered 200 when it is done, within 15 seconds; 500 when it throws, and then the event comes again. Ignore ids you have seen. */
  readonly onEvent: (event: VezneEvent) => unknown
  /** Told of refused deliveries and of what onEvent throws; default: console.error. */
  readonly onError?: (error: unknown) => void
}

export interface Received {
  readonly status: 200 | 400 | 500
  readonly message: string
}

export const receive = async (
  read: () => Promise<string | Uint8Array | ArrayBuffer>,
  headers: HeadersLike,
  { secret, onEvent, onError = console.error, ...options }: ReceiverOptions,
): Promise<Received> => {
  try {
    await onEvent(await verify(await read(), headers, secret, options))
    return { status: 200, message: 'received' }
  } catch (error) {
    onError(error)
    if (!(error instanceof WebhookError)) return { status: 500, message: 'the event could not be handled' }
    // A mistake of ours, which a later delivery may find fixed; the sender is told no more than it has to know.
    return error.fault === 'body_was_parsed'
      ? { status: 500, message: 'the event could not be read' }
      : { status: 400, message: error.fault }
  }
}
