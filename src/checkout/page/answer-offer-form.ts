/** Applies the shopper's choice of a currency: the payment continues, and the browser fetches the page, which shows its status. */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { answerOffer } from '../../payments/conversions/answer-offer.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import { followSession } from '../sessions/follow-session.ts'
import { seeOther } from './page-answer.ts'
import type { Visit } from './visit-page.ts'

export const chooseCurrency = async ({
  services,
  call,
  session,
  sessionId,
  language,
  pairs,
}: Visit): Promise<Answer> => {
  const { payment } = await followSession(services, session)
  const chosen = pairs.currency?.at(-1)
  // A page of an earlier try answers nothing.
  const isMeant = payment !== undefined && pairs.payment?.at(-1) === payment.id
  if (isMeant && (chosen === 'card' || chosen === 'payment'))
    await answerOffer(services.payments, {
      tenantId: session.tenant_id,
      merchantId: session.merchant_id,
      paymentId: payment.id,
      isAccepted: chosen === 'card',
      key: null,
      fingerprint: null,
      // The challenge speaks the language of the page.
      request: { ...call.request, headers: { ...call.request.headers, 'accept-language': language } },
    }).catch((error: unknown) => {
      // The outcome is in the database, so the page shows it.
      if (!(error instanceof Problem)) services.payments.runtime.log.error('checkout.answer_failed', { err: error })
    })
  return seeOther(`${PAGE_PATH}/${sessionId}/bank?lang=${language}`)
}
