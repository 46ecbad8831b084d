/** iyzico's 3D Secure: it is asked for the page of the shopper's browser, whose form is passed on; what comes back is signed. */
import { authenticationRefusal, type Fields, forged, isSameHash, verified } from '../kit/callback.ts'
import type { GatewayThreeD } from '../kit/gateway.ts'
import { bankFault } from '../kit/result.ts'
import type { CallbackOutcome, ChallengeOutcome, PendingChallenge } from '../three-d-secure.ts'
import { htmlFormReader } from '../transport/html-form.ts'
import { type Tree, textAt } from '../transport/message.ts'
import { type IyzicoAccount, iyzicoSignature } from './iyzico-account.ts'
import { IYZICO_CODES } from './iyzico-codes.ts'
import { authenticatedRequest, challengeName, challengeRequest, iyzicoOrderId } from './iyzico-requests.ts'
import { isSigned } from './iyzico-response.ts'

export const IYZICO_THREE_D: GatewayThreeD<IyzicoAccount> = {
  async form(account, start, _model, bank) {
    const begun = await bank.ask(
      () => challengeRequest(start),
      (answer) => readPage(answer, iyzicoOrderId(start), account),
    )
    return 'kind' in begun && begun.kind === 'no_answer' ? { kind: 'unknown', fault: begun.fault } : begun
  },
  kept: { plain: new Set(), cardNumbers: new Set() },
  verify: (fields, challenge) => verifyIyzicoCallback(fields, challenge),
  authenticated: authenticatedRequest,
}

interface Page {
  readonly action: string
  readonly fields: Fields
  readonly state: { readonly payment_id: string }
}

const readPage = (
  answer: Tree,
  orderId: string,
  account: IyzicoAccount,
): Page | Exclude<ChallengeOutcome, { kind: 'challenge' }> => {
  const [paymentId, html] = [textAt(answer, 'paymentId'), textAt(answer, 'threeDSHtmlContent')]
  const isOurs = textAt(answer, 'conversationId') === orderId
  if (textAt(answer, 'status') === 'failure') {
    const fault = bankFault(textAt(answer, 'errorCode') ?? '', textAt(answer, 'errorMessage'))
    return { kind: IYZICO_CODES.find(fault.providerCode)?.isDecline ? 'declined' : 'unknown', fault }
  }
  const page =
    html === null ? undefined : htmlFormReader.decode(Buffer.from(html, 'base64'), 'text/html; charset=utf-8')
  if (!isOurs || !paymentId || !page || !isSigned(answer, ['paymentId', 'conversationId'], account))
    return { kind: 'unknown', fault: bankFault('', 'no page of a challenge, or not its signature') }
  return { action: page.action as string, fields: page.fields as Fields, state: { payment_id: paymentId } }
}

const SIGNED = ['conversationData', 'conversationId', 'mdStatus', 'paymentId', 'status']

/** Only the first of the signed values can hold a colon, and the others are compared, so that no value can be moved into another. */
const verifyIyzicoCallback = (fields: Fields, { attempt, state }: PendingChallenge): CallbackOutcome => {
  const [conversationData = '', conversationId = '', mdStatus = '', paymentId = '', status = ''] = SIGNED.map((name) =>
    Object.hasOwn(fields, name) ? fields[name] : '',
  )
  const { secretKey } = attempt.configuration.secrets
  if (conversationId === '') return forged('no_order')
  if (conversationId !== iyzicoOrderId(attempt) || paymentId !== state.payment_id) return forged('other_order')
  if (!fields.signature) return forged('incomplete')
  const signature =
    secretKey && iyzicoSignature([conversationData, conversationId, mdStatus, paymentId, status], secretKey)
  if (!signature || !isSameHash(fields.signature, signature)) return forged('bad_hash')
  if (!/^[0-9]?$/.test(mdStatus)) return forged('incomplete')
  if (status === 'success' && mdStatus === '1')
    return verified({ mdStatus, proof: { md: challengeName(paymentId, conversationData) }, refusal: undefined })
  // A challenge of any other end is not charged: iyzico lets an attempt fail, too.
  const failed = mdStatus === '' || mdStatus === '1' ? '0' : mdStatus
  return verified({ mdStatus: failed, proof: {}, refusal: authenticationRefusal(failed, undefined) ?? 'refused' })
}
