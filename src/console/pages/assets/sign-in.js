// Signing in by a passkey. Without this script, or where the browser knows no passkeys, the page has its form.
const button = document.getElementById('passkey')
const fault = document.getElementById('fault')
const { origins, next, refused } = button.dataset

const post = async (path, body) => {
  const answer = await fetch(`/console/api/session/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}

const signIn = async () => {
  button.disabled = true
  fault.textContent = ''
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post('passkey-options', {}))
    await post('passkey', { response: await navigator.credentials.get({ publicKey }) })
    location.assign(next)
  } catch (error) {
    button.disabled = false
    // A person who closes the browser's own dialog needs no message.
    if (error.name !== 'NotAllowedError') fault.textContent = refused
  }
}

if (origins.split(' ').includes(location.origin) && globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false
  button.addEventListener('click', signIn)
}
