/** A payment that a rule of the tenant's own holds, so that an alert is open. */
import type { Answer } from '../../support/http.ts'
import { paymentBody } from '../../support/payments.ts'
import type { Rig } from './rig.ts'

interface Who {
  token: string
  headers: Record<string, string>
  word: string
}

export const makeAlert = async (rig: Rig, { token, headers, word }: Who): Promise<[name: string, Answer][]> => {
  const email = `held@${word}.example`
  const rule = await rig.vezne.request('fraud', 'POST', '/api/v1/fraud/rules', {
    token,
    body: {
      process: 'sanal_pos',
      code: `HOLDS-${word.toUpperCase()}`,
      name: `${word} holds`,
      type: 'custom',
      expression_json: JSON.stringify({ '==': [{ var: 'customer.email' }, email] }),
      action: 'review',
      priority: 1,
    },
  })
  const held = await rig.vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    headers,
    body: paymentBody({ buyer: { email, name: word } }),
  })
  const isHeld = held.status === 202 && held.body?.status === 'pending'
  return [
    ['fraud POST /api/v1/fraud/rules, of a payment to hold', rule],
    ['cards POST /api/v1/payments, held', isHeld ? { ...held, status: 200 } : held],
  ]
}
