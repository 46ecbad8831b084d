/** Helps with the payment form; without it everything works the same. */
import { type CardFacts, findWrong, helpWithCard } from './card-form.ts'

const showCard = ({ family, installments }: CardFacts): void => {
  const named = document.getElementById('family')
  if (named) named.textContent = family ?? ''
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[type=radio][name=installment]')]
  for (const choice of choices) {
    const taken = installments.length === 0 || installments.includes(Number(choice.value))
    choice.disabled = !taken
    choice.closest('label')?.toggleAttribute('hidden', !taken)
  }
  if (!choices.some((each) => each.checked && !each.disabled)) {
    const first = choices.find((each) => !each.disabled)
    if (first) first.checked = true
  }
}

const countDown = (): void => {
  const line = document.querySelector<HTMLElement>('[data-left]')
  if (!line) return
  // For longer times the page shows the moment instead.
  const place = document.getElementById('left')
  const ends = Date.now() + Number(line.dataset.left) * 1_000
  const tick = (): void => {
    const left = Math.max(0, Math.round((ends - Date.now()) / 1_000))
    if (place) place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left === 0) location.reload()
    else setTimeout(tick, 1_000)
  }
  if (Number(line.dataset.left) < 86_400) tick()
}

const help = (paid: HTMLFormElement): void => {
  const fields = helpWithCard(paid, showCard)
  const button = paid.querySelector('button')
  const words = button?.textContent ?? ''
  let isSent = false
  paid.addEventListener('submit', (event) => {
    const wrong = findWrong(fields)
    if (wrong || isSent) event.preventDefault()
    wrong?.focus()
    if (wrong || isSent) return
    isSent = true
    button?.setAttribute('aria-disabled', 'true')
    if (button) button.textContent = paid.dataset.paying ?? words
  })
  // The back button shows the old page, without the typed values, so it is loaded again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  document.querySelector<HTMLInputElement>('input[aria-invalid=true]')?.focus()
  countDown()
}

const form = document.querySelector<HTMLFormElement>('form#pay')
if (form) help(form)
