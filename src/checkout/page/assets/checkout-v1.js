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
const setHeight = (frame , height ) => {
frame.style.height = `${Math.min(Math.max(Number(height) || 0, 0), HEIGHT_MAX)}px`
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
} else if (data.type === 'size') whenReleased(() => setHeight(frame, data.height))
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
