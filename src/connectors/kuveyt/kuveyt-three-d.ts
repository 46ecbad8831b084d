/** Kuveyt Türk's 3D Secure: the bank is asked for the page of the shopper's browser, whose form is passed on. */
import type { GatewayThreeD } from '../kit/gateway.ts'
import { bankFault } from '../kit/result.ts'
import type { ChallengeOutcome } from '../three-d-secure.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import type { KuveytAccount } from './kuveyt-account.ts'
import { confirmRefusal, readAuthentication, verifyKuveytCallback } from './kuveyt-callback.ts'
import { KUVEYT_CODES } from './kuveyt-codes.ts'
import { authenticatedRequest, enrolmentRequest, kuveytOrderId } from './kuveyt-requests.ts'
import { chargedOutcome } from './kuveyt-response.ts'

export const KUVEYT_THREE_D: GatewayThreeD<KuveytAccount> = {
  async form(_account, start, _model, bank) {
    const page = await bank.ask((account) => enrolmentRequest(start, account), readPage)
    if ('kind' in page) return { kind: 'unknown', fault: page.fault }
    // The page of a form that the bank refused leads straight back to us.
    return page.action === start.callbackUrl ? refusalOf(page.fields) : { ...page, state: {} }
  },
  kept: { plain: new Set(), cardNumbers: new Set() },
  verify: verifyKuveytCallback,
  confirm: confirmRefusal,
  authenticated: authenticatedRequest,
  charged: (answer, _account, attempt) => chargedOutcome(answer, kuveytOrderId(attempt), attempt),
}

interface Page {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const readPage = (answer: Tree): Page => {
  const [fields = {}] = elementsAt(answer, 'fields')
  return { action: textAt(answer, 'action') ?? '', fields: fields as Record<string, string> }
}

const refusalOf = (fields: Page['fields']): Exclude<ChallengeOutcome, { kind: 'challenge' }> => {
  const answer = readAuthentication(fields) ?? {}
  const fault = bankFault(textAt(answer, 'ResponseCode') ?? '', textAt(answer, 'ResponseMessage'))
  return { kind: KUVEYT_CODES.find(fault.providerCode)?.isDecline === true ? 'declined' : 'unknown', fault }
}
