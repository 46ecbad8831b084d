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
const contrastOf = (one , other ) => {
const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((first, second) => first - second)
return (light + 0.05) / (dark + 0.05)
}
const luminanceOf = (color ) => {
const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const COLOR = /^#[0-9a-f]{6}$/i
const PIXELS = /^\d{1,2}(?:\.\d{1,3})?px$/
const FONT = /^[a-z][a-z -]{0,30}(?:, ?[a-z][a-z -]{0,30}){0,4}$/i
const FORMS = {
color: [COLOR, '--ink'],
background: [COLOR, '--ground'],
borderColor: [COLOR, '--line'],
accent: [COLOR, '--brand'],
borderRadius: [PIXELS, '--radius'],
fontSize: [PIXELS, '--size'],
fontFamily: [FONT, '--font'],
}
const TEXT_CONTRAST = 4.5
const MARK_CONTRAST = 3
const TEXT_PX_MIN = 14
const INK = '#1b1f24'
const GROUND = '#ffffff'
const FAULTS = ['#b3261e', '#ffb4ab']
const applyStyle = (root , style ) => {
const taken = new Map ()
for (const [name, value] of Object.entries(style)) {
const known = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined
if (known && typeof value === 'string' && known[0].test(value)) taken.set(name, value)
}
leaveOutIllegible(taken)
for (const [name, value] of taken) root.style.setProperty((FORMS[name] )[1], value)
suitGround(root, taken)
return Object.keys(style).filter((name) => !taken.has(name))
}
const leaveOutIllegible = (taken ) => {
const ground = () => taken.get('background') ?? GROUND
if (contrastOf(taken.get('color') ?? INK, ground()) < TEXT_CONTRAST) {
taken.delete('color')
taken.delete('background')
}
for (const name of ['borderColor', 'accent'])
if (contrastOf(taken.get(name) ?? INK, ground()) < MARK_CONTRAST) taken.delete(name)
if (Number.parseFloat(taken.get('fontSize') ?? '16') < TEXT_PX_MIN) taken.delete('fontSize')
}
const suitGround = (root , taken ) => {
const ground = taken.get('background') ?? GROUND
const ink = taken.get('color') ?? INK
if (taken.has('color')) root.style.setProperty('--soft', ink)
const now = getComputedStyle(root)
for (const name of ['--line', '--brand'])
if (contrastOf(now.getPropertyValue(name).trim(), ground) < MARK_CONTRAST) root.style.setProperty(name, ink)
root.style.setProperty('--fault', FAULTS.find((color) => contrastOf(color, ground) >= TEXT_CONTRAST) ?? ink)
}
let port = null
const tell = (message ) => port?.postMessage(message)
const show = (text ) => {
const place = document.getElementById('problem')
if (place) place.textContent = text
}
const sendCard = async (form ) => {
const failed = { code: 'network_error', field: null, message: form.dataset.failed ?? '' }
try {
const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)])
const answer = await fetch(form.dataset.token ?? '', {
method: 'POST',
body: new URLSearchParams(pairs),
credentials: 'omit',
})
const body = (await answer.json())
return answer.ok ? body : { code: body.code, field: body.errors?.[0]?.field ?? null, message: body.detail }
} catch {
return failed
}
}
const findFault = (form , fields ) => {
const wrong = findWrong(fields)
const codes = JSON.parse(form.dataset.codes ?? '{}')
return wrong && { code: codes[wrong.id] ?? '', field: wrong.id, message: wrong.dataset.fault ?? '' }
}
const tokenize = async (form , fields , id ) => {
show('')
const result = findFault(form, fields) ?? (await sendCard(form))
if ('card_token' in result) return tell({ type: 'token', id, token: result })
const field = fields.find((each) => each.id === result.field)
if (field) mark(field, result.message)
else show(result.message)
field?.focus()
tell({ type: 'problem', id, problem: result })
}
const start = (form ) => {
const fields = helpWithCard(form, (card ) => tell({ type: 'card', card }))
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('keydown', ({ key }) => key === 'Enter' && tell({ type: 'submit' }))
addEventListener('message', ({ source, origin, data, ports }) => {
const [given] = ports
const isOfPage = parent !== window && source === parent && origin === form.dataset.origin
if (port || !isOfPage || !given || data?.vezne !== 1) return
port = given
const ignored = applyStyle(document.documentElement, Object(data.style))
port.onmessage = ({ data: asked } ) => {
if (asked.type === 'tokenize') void tokenize(form, fields, asked.id)
if (asked.type === 'focus') fields[0]?.focus()
}
tell({ type: 'ready', ignored })
new ResizeObserver(() =>
tell({ type: 'size', height: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body)
})
}
const form = document.querySelector ('form#pay')
if (form) start(form)
})()
