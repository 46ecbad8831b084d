/** Helps with the fields of a card, on the hosted page and in the frame on a shop's own page. Nothing typed is stored, and only the first digits are sent. */
import { whenReleased } from './pressed.ts'

const digits = (text: string): string => text.replace(/\D/g, '')

const passesLuhn = (text: string): boolean => {
  let sum = 0
  for (let at = 0; at < text.length; at++) {
    let digit = Number(text[text.length - 1 - at])
    if (at % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return text.length >= 13 && sum % 10 === 0
}

const input = (id: string): HTMLInputElement | null => document.querySelector<HTMLInputElement>(`input#${id}`)
const isAmex = (): boolean => /^3[47]/.test(digits(input('number')?.value ?? ''))

const isRight: Record<string, (text: string) => boolean> = {
  number: (text) => passesLuhn(digits(text)),
  holder: (text) => /\p{L}/u.test(text) && text.trim().length > 1,
  expiry: (text) => {
    const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
    const now = new Date()
    const ahead = (2000 + Number(year) - now.getFullYear()) * 12 + Number(month) - now.getMonth() - 1
    return Number(month) >= 1 && Number(month) <= 12 && ahead >= 0
  },
  code: (text) => digits(text).length === (isAmex() ? 4 : 3),
}

export const mark = (field: HTMLInputElement, fault: string): void => {
  field.setAttribute('aria-invalid', String(fault !== ''))
  const place = document.getElementById(`${field.id}-fault`)
  if (place && place.textContent !== fault) place.textContent = fault
}

const check = (field: HTMLInputElement): boolean => {
  const right = isRight[field.id]?.(field.value) ?? true
  mark(field, right ? '' : (field.dataset.fault ?? ''))
  return right
}

/** The first that is wrong, marked. */
export const findWrong = (fields: readonly HTMLInputElement[]): HTMLInputElement | undefined =>
  fields.find((field) => !check(field))

/** Writes the number in groups and keeps the cursor after the same digit. */
const regroup = (field: HTMLInputElement): void => {
  const before = digits(field.value.slice(0, field.selectionStart ?? field.value.length)).length
  const all = digits(field.value).slice(0, 19)
  const parts = isAmex() ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(all)?.slice(1) : all.match(/\d{1,4}/g)
  field.value = (parts ?? []).filter(Boolean).join(' ')
  let at = 0
  for (let seen = 0; seen < before && at < field.value.length; at++) if (field.value[at] !== ' ') seen++
  if (document.activeElement === field) field.setSelectionRange(at, at)
}

export interface CardFacts {
  scheme: string | null
  bank: string | null
  family: string | null
  installments: number[]
}

let asked = ''
const askForCard = async (address: string, number: string, show: (card: CardFacts) => void): Promise<void> => {
  const first = number.length >= 8 ? number.slice(0, 8) : number.slice(0, 6)
  if (first.length < 6 || first === asked) return
  asked = first
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ digits: first }),
      credentials: 'omit',
    })
    if (!answer.ok || first !== asked) return
    const card = (await answer.json()) as CardFacts
    const line = document.getElementById('card')
    if (line) line.textContent = [card.scheme, card.bank, card.family].filter(Boolean).join(' · ')
    show(card)
  } catch {
    // The form works without the description of the card.
  }
}

/** The fields in their order. */
export const helpWithCard = (form: HTMLFormElement, show: (card: CardFacts) => void): HTMLInputElement[] => {
  const fields = ['number', 'holder', 'expiry', 'code'].flatMap((id) => input(id) ?? [])
  const [number, , expiry] = fields
  for (const field of fields) {
    field.addEventListener('blur', () => whenReleased(() => field.value !== '' && check(field)))
    field.addEventListener('input', () => field.getAttribute('aria-invalid') === 'true' && check(field))
  }
  number?.addEventListener('input', () => {
    regroup(number)
    void askForCard(form.dataset.bin ?? '', digits(number.value), show)
  })
  expiry?.addEventListener('input', (event) => {
    const isErasing = (event as InputEvent).inputType?.startsWith('delete')
    if (!isErasing && /^\d\d$/.test(expiry.value)) expiry.value += '/'
    if (/^\d{4}$/.test(expiry.value)) expiry.value = `${expiry.value.slice(0, 2)}/${expiry.value.slice(2)}`
  })
  return fields
}
