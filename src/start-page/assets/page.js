/** Copy buttons, and the live inbox from the page's own event stream. */

for (const button of document.querySelectorAll('.copy')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('li').querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1_500)
  })
}

const SHOWN_MAX = 200
const list = document.getElementById('inbox')
if (list) follow(list)

function follow(list) {
  const connection = document.getElementById('connection')
  const empty = document.getElementById('empty')
  const stream = new EventSource('/inbox/stream')
  stream.onopen = () => {
    // The stream starts with all that is kept, also after an interruption.
    list.replaceChildren()
    connection.textContent = 'live'
  }
  stream.onerror = () => {
    connection.textContent = 'reconnecting'
  }
  stream.onmessage = ({ data }) => {
    empty.hidden = true
    list.prepend(row(JSON.parse(data)))
    if (list.children.length > SHOWN_MAX) list.lastElementChild.remove()
  }
}

function row({ type, receivedAt, isVerified, body }) {
  const event = parsed(body)
  const data = event?.data ?? {}
  const summary = element('summary', '')
  summary.append(
    element('span', 'quiet', new Date(receivedAt).toLocaleTimeString([], { hour12: false })),
    element('strong', '', type),
    element('span', 'amount', money(data)),
    element('span', 'quiet card', data.masked_card_number ?? ''),
    element('span', `mark ${isVerified ? 'good' : 'bad'}`, isVerified ? '✓ verified' : '✗ not verified'),
  )
  const details = element('details', '')
  details.append(summary, element('pre', '', event ? JSON.stringify(event, null, 2) : body))
  const item = element('li', '')
  item.append(details)
  return item
}

function money({ amount, currency }) {
  if (!Number.isInteger(amount) || !currency) return ''
  try {
    const writer = new Intl.NumberFormat('en', { style: 'currency', currency })
    const digits = writer.resolvedOptions().maximumFractionDigits
    const text = String(amount).padStart(digits + 1, '0')
    return writer.format(digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
  } catch {
    return `${amount} ${currency}`
  }
}

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
