(()=>{
let isPressed = false
const waiting = []
const whenReleased = (work ) => {
if (isPressed) waiting.push(work)
else work()
}
const release = () => {
isPressed = false
setTimeout(() => {
for (const work of waiting.splice(0)) work()
})
}
addEventListener(
'pointerdown',
() => {
isPressed = true
},
true,
)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, true)
const digits = (text ) => text.replace(/\D/g, '')
const passesLuhn = (text ) => {
let sum = 0
for (let at = 0; at < text.length; at++) {
let digit = Number(text[text.length - 1 - at])
if (at % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2
sum += digit
}
return text.length >= 13 && sum % 10 === 0
}
const input = (id ) => document.querySelector (`input#${id}`)
const isAmex = () => /^3[47]/.test(digits(input('number')?.value ?? ''))
const isRight = {
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
const mark = (field , fault ) => {
field.setAttribute('aria-invalid', String(fault !== ''))
const place = document.getElementById(`${field.id}-fault`)
if (place && place.textContent !== fault) place.textContent = fault
}
const check = (field ) => {
const right = isRight[field.id]?.(field.value) ?? true
mark(field, right ? '' : (field.dataset.fault ?? ''))
return right
}
const findWrong = (fields ) =>
fields.find((field) => !check(field))
const regroup = (field ) => {
const before = digits(field.value.slice(0, field.selectionStart ?? field.value.length)).length
const all = digits(field.value).slice(0, 19)
const parts = isAmex() ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/.exec(all)?.slice(1) : all.match(/\d{1,4}/g)
field.value = (parts ?? []).filter(Boolean).join(' ')
let at = 0
for (let seen = 0; seen < before && at < field.value.length; at++) if (field.value[at] !== ' ') seen++
if (document.activeElement === field) field.setSelectionRange(at, at)
}
let asked = ''
const askForCard = async (address , number , show ) => {
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
const card = (await answer.json())
const line = document.getElementById('card')
if (line) line.textContent = [card.scheme, card.bank, card.family].filter(Boolean).join(' · ')
show(card)
} catch {
}
}
const helpWithCard = (form , show ) => {
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
const isErasing = (event ).inputType?.startsWith('delete')
if (!isErasing && /^\d\d$/.test(expiry.value)) expiry.value += '/'
if (/^\d{4}$/.test(expiry.value)) expiry.value = `${expiry.value.slice(0, 2)}/${expiry.value.slice(2)}`
})
return fields
}
const showCard = ({ family, installments } ) => {
const named = document.getElementById('family')
if (named) named.textContent = family ?? ''
const choices = [...document.querySelectorAll ('input[type=radio][name=installment]')]
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
const countDown = () => {
const line = document.querySelector ('[data-left]')
if (!line) return
const place = document.getElementById('left')
const ends = Date.now() + Number(line.dataset.left) * 1_000
const tick = () => {
const left = Math.max(0, Math.round((ends - Date.now()) / 1_000))
if (place) place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
if (left === 0) location.reload()
else setTimeout(tick, 1_000)
}
if (Number(line.dataset.left) < 86_400) tick()
}
const help = (paid ) => {
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
addEventListener('pageshow', ({ persisted }) => {
if (persisted) location.reload()
})
document.querySelector ('input[aria-invalid=true]')?.focus()
countDown()
}
const form = document.querySelector ('form#pay')
if (form) help(form)
})()
