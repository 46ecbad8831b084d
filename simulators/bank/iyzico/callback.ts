/** Fields that iyzico posts back after a challenge: no amount is among them, and the signature covers them all. */
import { createHmac } from 'node:crypto'
import type { Authentication } from '../acs/authentication.ts'
import type { ThreeDAdapter } from '../acs/three-d-adapter.ts'
import type { Session } from '../ledger/books.ts'
import { IYZICO_MERCHANTS } from '../world/merchants.ts'
import { signValues } from './hash.ts'

/** Only this outcome can be charged. */
export const AUTHENTICATED = '1'

export const iyzicoAdapter: ThreeDAdapter = {
  merchant: (id) => IYZICO_MERCHANTS.get(id),
  fields: (bank, session, authentication) => {
    const mdStatus = mdStatusOf(authentication)
    return {
      status: mdStatus === AUTHENTICATED ? 'success' : 'failure',
      paymentId: session.payment?.payment_id ?? '',
      conversationData: toConversationData(bank.seed, session),
      conversationId: session.payment?.conversation_id ?? '',
      mdStatus,
    }
  },
  sign: (fields, secretKey) => {
    const { conversationData = '', conversationId = '', mdStatus = '', paymentId = '', status = '' } = fields
    return {
      ...fields,
      signature: signValues([conversationData, conversationId, mdStatus, paymentId, status], secretKey),
    }
  },
}

/** An attempt is 4 at iyzico's own test card. */
const mdStatusOf = ({ outcome, md_status }: Authentication): string =>
  outcome === 'attempt' && md_status === '2' ? '4' : md_status

/** Only an older version has a value, which the second call brings back. */
export const toConversationData = (seed: string, { id, merchant }: Pick<Session, 'id' | 'merchant'>): string =>
  IYZICO_MERCHANTS.get(merchant)?.answersFailures
    ? createHmac('sha256', seed).update(`${id}/conversationData`).digest('base64')
    : ''
