/** The steps of all receivers: verify a delivery, pass its event on, and respond with the result. */
import { type HeadersLike, type VerifyOptions, type VezneEvent, verify, WebhookError } from './verify.ts'

export interface ReceiverOptions extends VerifyOptions {
  /** `whsec_...` of the subscription; several during a rotation. */
  readonly secret: string | readonly string[]
  /**
   * The response is 200 once it is done, within 15 seconds; 500 if it throws, and then the event is delivered again.
   * Ignore ids you have seen.
   */
  readonly onEvent: (event: VezneEvent) => unknown
  /** Called with refused deliveries and with what onEvent throws; console.error by default. */
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
    // The mistake is this receiver's and may be fixed before a later delivery, so the sender learns no more than
    // necessary.
    return error.fault === 'body_was_parsed'
      ? { status: 500, message: 'the event could not be read' }
      : { status: 400, message: error.fault }
  }
}
