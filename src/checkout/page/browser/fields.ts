/** The frame with the card fields: speaks only with the page that frames it, and only if that is of the session's origin. */
import { type CardFacts, findWrong, helpWithCard, mark } from './card-form.ts'
import { applyStyle } from './frame-style.ts'
import type { CardToken, FieldsProblem, FromFrame, ToFrame } from './messages.ts'

let port: MessagePort | null = null
const tell = (message: FromFrame): void => port?.postMessage(message)

interface Refusal {
  code: string
  detail: string
  errors?: { field: string }[]
}

const show = (text: string): void => {
  const place = document.getElementById('problem')
  if (place) place.textContent = text
}

const sendCard = async (form: HTMLFormElement): Promise<CardToken | FieldsProblem> => {
  const failed = { code: 'network_error', field: null, message: form.dataset.failed ?? '' }
  try {
    const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const answer = await fetch(form.dataset.token ?? '', {
      method: 'POST',
      body: new URLSearchParams(pairs),
      credentials: 'omit',
    })
    const body = (await answer.json()) as CardToken & Refusal
    return answer.ok ? body : { code: body.code, field: body.errors?.[0]?.field ?? null, message: body.detail }
  } catch {
    return failed
  }
}

const findFault = (form: HTMLFormElement, fields: readonly HTMLInputElement[]): FieldsProblem | undefined => {
  const wrong = findWrong(fields)
  const codes = JSON.parse(form.dataset.codes ?? '{}') as Record<string, string>
  return wrong && { code: codes[wrong.id] ?? '', field: wrong.id, message: wrong.dataset.fault ?? '' }
}

const tokenize = async (form: HTMLFormElement, fields: readonly HTMLInputElement[], id: number): Promise<void> => {
  show('')
  const result = findFault(form, fields) ?? (await sendCard(form))
  if ('card_token' in result) return tell({ type: 'token', id, token: result })
  const field = fields.find((each) => each.id === result.field)
  if (field) mark(field, result.message)
  else show(result.message)
  field?.focus()
  tell({ type: 'problem', id, problem: result })
}

const start = (form: HTMLFormElement): void => {
  const fields = helpWithCard(form, (card: CardFacts) => tell({ type: 'card', card }))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('keydown', ({ key }) => key === 'Enter' && tell({ type: 'submit' }))
  addEventListener('message', ({ source, origin, data, ports }) => {
    const [given] = ports
    const isOfPage = parent !== window && source === parent && origin === form.dataset.origin
    if (port || !isOfPage || !given || data?.vezne !== 1) return
    port = given
    const ignored = applyStyle(document.documentElement, Object(data.style))
    port.onmessage = ({ data: asked }: MessageEvent<ToFrame>) => {
      if (asked.type === 'tokenize') void tokenize(form, fields, asked.id)
      if (asked.type === 'focus') fields[0]?.focus()
    }
    tell({ type: 'ready', ignored })
    new ResizeObserver(() =>
      tell({ type: 'size', height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body)
  })
}

const form = document.querySelector<HTMLFormElement>('form#pay')
if (form) start(form)
