(()=>{
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
field.addEventListener('blur', () => field.value !== '' && check(field))
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
const READY_MS = 30_000
const HEIGHT_MAX = 2_000
const home = new URL((document.currentScript ).src)
const toError = ({ code, field, message } ) =>
Object.assign(new Error(message), { name: 'VezneProblem', code, field })
const NOT_LOADED = {
code: 'fields_not_loaded',
field: null,
message: 'The card fields did not load: their session is unknown, or was made for another origin than this page.',
}
const REMOVED = { code: 'fields_removed', field: null, message: 'The card fields were removed.' }
const toFrame = (session , locale ) => {
const frame = document.createElement('iframe')
frame.src = new URL(`/fields/${session}?lang=${locale}`, home).href
frame.title = locale === 'tr' ? 'Kart bilgileri' : 'Card details'
frame.referrerPolicy = 'no-referrer'
Object.assign(frame.style, { display: 'block', width: '100%', height: '22rem', border: '0', colorScheme: 'light' })
return frame
}
const placeOf = (element ) => {
const place = typeof element === 'string' ? document.querySelector(element) : element
if (place) return place
throw new TypeError(`Vezne.fields: the page has no element ${element}`)
}
const checkSession = (session ) => {
if (!/^fs_[a-zA-F]{40}$/.test(session))
throw new TypeError(
'Vezne.fields: session is the session_secret that your server got of POST /api/v1/fields/sessions',
)
}
const later =    () => {
let done = () => undefined
let fail = () => undefined
const promise = new Promise ((resolve, reject) => {
done = resolve
fail = reject
})
return { promise, done, fail }
}
const fields = ({ session, element, locale, style = {}, onCard, onSubmit } ) => {
checkSession(session)
const frame = toFrame(session, locale ?? (/^tr/i.test(navigator.language) ? 'tr' : 'en'))
const waiting = new Map ()
let port
let last = 0
let running
const begun = later ()
begun.promise.catch(() => undefined)
const tooLate = setTimeout(() => begun.fail(toError(NOT_LOADED)), READY_MS)
const send = (message ) => port?.postMessage(message)
const settle = (id ) => {
const call = waiting.get(id)
waiting.delete(id)
return call
}
const receive = ({ data } ) => {
if (data.type === 'ready') {
clearTimeout(tooLate)
if (data.ignored.length > 0) console.warn(`Vezne.fields: style not taken: ${data.ignored.join(', ')}`)
begun.done()
} else if (data.type === 'size')
frame.style.height = `${Math.min(Math.max(Number(data.height) || 0, 0), HEIGHT_MAX)}px`
else if (data.type === 'card') onCard?.(data.card)
else if (data.type === 'submit') onSubmit?.()
else if (data.type === 'token') settle(data.id)?.done(data.token)
else if (data.type === 'problem') settle(data.id)?.fail(toError(data.problem))
}
frame.addEventListener('load', () => {
port?.close()
const channel = new MessageChannel()
port = channel.port1
port.onmessage = receive
frame.contentWindow?.postMessage({ vezne: 1, style: { ...style } }, home.origin, [channel.port2])
})
const ask = async () => {
await begun.promise
const id = ++last
const answer = later ()
waiting.set(id, answer)
send({ type: 'tokenize', id })
return answer.promise
}
placeOf(element).replaceChildren(frame)
return {
ready: begun.promise,
tokenize: () => {
running ??= ask().finally(() => {
running = undefined
})
return running
},
focus: () => send({ type: 'focus', id: 0 }),
remove: () => {
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
})()
