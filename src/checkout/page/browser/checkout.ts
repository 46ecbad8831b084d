/** Card fields on a shop's page: mounts the frame and passes on its messages. The card never reaches this script. */
import type { CardFacts } from './card-form.ts'
import type { CardToken, FieldsProblem, FromFrame, ToFrame } from './messages.ts'
import { whenReleased } from './pressed.ts'

interface FieldsOptions {
  session: string
  element: string | Element
  locale?: 'tr' | 'en'
  style?: Record<string, string>
  onCard?: (card: CardFacts) => void
  onSubmit?: () => void
}

const READY_MS = 30_000
const HEIGHT_MAX = 2_000
const home = new URL((document.currentScript as HTMLScriptElement).src)

const toError = ({ code, field, message }: FieldsProblem): Error =>
  Object.assign(new Error(message), { name: 'VezneProblem', code, field })

const NOT_LOADED = {
  code: 'fields_not_loaded',
  field: null,
  message: 'The card fields did not load: their session is unknown, or was made for another origin than this page.',
}
const REMOVED = { code: 'fields_removed', field: null, message: 'The card fields were removed.' }

const toFrame = (session: string, locale: string): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.src = new URL(`/fields/${session}?lang=${locale}`, home).href
  frame.title = locale === 'tr' ? 'Kart bilgileri' : 'Card details'
  frame.referrerPolicy = 'no-referrer'
  Object.assign(frame.style, { display: 'block', width: '100%', height: '22rem', border: '0', colorScheme: 'light' })
  return frame
}

const setHeight = (frame: HTMLIFrameElement, height: unknown): void => {
  frame.style.height = `${Math.min(Math.max(Number(height) || 0, 0), HEIGHT_MAX)}px`
}

const findElement = (element: string | Element): Element => {
  const place = typeof element === 'string' ? document.querySelector(element) : element
  if (place) return place
  throw new TypeError(`Vezne.fields: the page has no element ${element}`)
}

const checkSession = (session: string): void => {
  if (!/^fs_[a-zA-F]{40}$/.test(session))
    throw new TypeError(
      'Vezne.fields: session is the session_secret that your server got of POST /api/v1/fields/sessions',
    )
}

interface Later<T> {
  promise: Promise<T>
  done: (value: T) => void
  fail: (error: Error) => void
}

const later = <T>(): Later<T> => {
  let done: Later<T>['done'] = () => undefined
  let fail: Later<T>['fail'] = () => undefined
  const promise = new Promise<T>((resolve, reject) => {
    done = resolve
    fail = reject
  })
  return { promise, done, fail }
}

const fields = ({ session, element, locale, style = {}, onCard, onSubmit }: FieldsOptions) => {
  checkSession(session)
  const frame = toFrame(session, locale ?? (/^tr/i.test(navigator.language) ? 'tr' : 'en'))
  const waiting = new Map<number, Later<CardToken>>()
  let port: MessagePort | undefined
  let last = 0
  let running: Promise<CardToken> | undefined
  const begun = later<void>()
  begun.promise.catch(() => undefined)
  const tooLate = setTimeout(() => begun.fail(toError(NOT_LOADED)), READY_MS)
  const send = (message: ToFrame): void => port?.postMessage(message)
  const settle = (id: number) => {
    const call = waiting.get(id)
    waiting.delete(id)
    return call
  }
  const receive = ({ data }: MessageEvent<FromFrame>): void => {
    if (data.type === 'ready') {
      clearTimeout(tooLate)
      if (data.ignored.length > 0) console.warn(`Vezne.fields: style not taken: ${data.ignored.join(', ')}`)
      begun.done()
    } else if (data.type === 'size') whenReleased(() => setHeight(frame, data.height))
    else if (data.type === 'card') onCard?.(data.card)
    else if (data.type === 'submit') onSubmit?.()
    else if (data.type === 'token') settle(data.id)?.done(data.token)
    else if (data.type === 'problem') settle(data.id)?.fail(toError(data.problem))
  }
  // Only the frame gets the other port, so messages of other windows are ignored.
  frame.addEventListener('load', () => {
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = receive
    frame.contentWindow?.postMessage({ vezne: 1, style: { ...style } }, home.origin, [channel.port2])
  })
  const ask = async (): Promise<CardToken> => {
    await begun.promise
    const id = ++last
    const answer = later<CardToken>()
    waiting.set(id, answer)
    send({ type: 'tokenize', id })
    return answer.promise
  }
  findElement(element).replaceChildren(frame)
  return {
    ready: begun.promise,
    /** Two clicks make one call. */
    tokenize: (): Promise<CardToken> => {
      running ??= ask().finally(() => {
        running = undefined
      })
      return running
    },
    focus: (): void => send({ type: 'focus', id: 0 }),
    remove: (): void => {
      clearTimeout(tooLate)
      begun.fail(toError(REMOVED))
      for (const { fail } of waiting.values()) fail(toError(REMOVED))
      waiting.clear()
      port?.close()
      frame.remove()
    },
  }
}

Object.defineProperty(window, 'Vezne', { value: Object.freeze({ version: 1, fields }) })
