/** Checkout sessions and card fields of a merchant, for the tests of isolation. */
import type { Answer } from '../../support/http.ts'
import type { Rig } from './rig.ts'

/** One that was paid, and one that is open. */
export const makeSession = async (
  rig: Rig,
  post: (path: string, body: unknown) => Promise<Answer>,
  body: (change?: object) => object,
): Promise<void> => {
  const asked = { amount: 15_000, currency: 'TRY', payment_mode: 'non_3d' }
  await post('/checkout/sessions', asked)
  const { body: session } = await post('/checkout/sessions', asked)
  await post(`/checkout/sessions/${session.session_id}/pay`, body())
  await makeToken(
    rig,
    await post('/fields/sessions', { amount: 15_000, currency: 'TRY', origin: 'http://localhost:3000' }),
  )
}

/** A card typed into the fields of a session, and not used yet. */
const makeToken = (rig: Rig, { body }: Answer): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', `/fields/${body.session_secret}/token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'number=4546711234567894&holder=Ayse&expiry=12%2F30&code=000',
  })
