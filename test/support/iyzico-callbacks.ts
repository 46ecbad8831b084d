/** Genuine callbacks of iyzico, and the same text under the same signature cut up another way. */
import fc from 'fast-check'
import { type Adapter, BASE64, digits, type Fields, KEY, ORDER, text } from './callback-parts.ts'
import { iyzicoSigned, PAYMENT_ID } from './iyzico.ts'

const SIGNED = ['conversationData', 'conversationId', 'mdStatus', 'paymentId', 'status']

export const iyzicoCallback = (fields: Fields, key = KEY): Fields => ({
  ...fields,
  signature: iyzicoSigned(
    SIGNED.map((name) => fields[name]),
    key,
  ),
})

const endings = fc.constantFrom(
  { mdStatus: '1', status: 'success' },
  { mdStatus: '0', status: 'failure' },
  { mdStatus: '4', status: 'failure' },
  { mdStatus: '5', status: 'failure' },
)

export const iyzico: Adapter = {
  settings: { connectorCode: 'IYZICO', connectorType: 'iyzico' },
  levels: { '3d_secure': { payment_id: PAYMENT_ID } },
  genuine: () =>
    fc
      .record({
        ending: endings,
        conversationData: fc.oneof(fc.constant(''), text([...BASE64, ':'], { minLength: 1, maxLength: 40 }), digits(1)),
      })
      .map(({ ending, conversationData }) =>
        iyzicoCallback({ ...ending, conversationData, conversationId: ORDER, paymentId: PAYMENT_ID }),
      ),
  cut({ signature, ...fields }, dice) {
    const pieces = SIGNED.map((name) => fields[name]!)
      .join(':')
      .split(':')
    const ends = SIGNED.map(() => dice(pieces.length + 1)).sort((a, b) => a - b)
    const cut = SIGNED.map((name, index) => {
      const until = index === SIGNED.length - 1 ? pieces.length : ends[index]
      return [name, pieces.slice(index === 0 ? 0 : ends[index - 1], until).join(':')]
    })
    return { ...Object.fromEntries(cut), signature: signature! }
  },
}
