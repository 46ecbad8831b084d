/** GET /3d/{token}: gives a browser the form to the bank, once. Until then the card in it never leaves memory. */

import { Type } from 'typebox'
import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { type Language, texts } from '../../core/phrases/texts.ts'
import { readSignedToken } from '../../infra/crypto/signed-token.ts'
import { markup } from '../../infra/http/html.ts'
import { pageHeaders } from '../../infra/http/page-headers.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { findPayment } from '../model/payment-store.ts'
import { SUBMIT_HASH } from '../three-d-secure/pages/self-submitting-form.ts'
import { PATH, PURPOSE } from '../three-d-secure/redirect-url.ts'
import { buildReturnUrl } from '../three-d-secure/return-urls.ts'
import { findSession } from '../three-d-secure/three-d-session-store.ts'

export const redirectPage = (services: Pick<PaymentServices, 'runtime' | 'forms'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${PATH}/:token`,
    tag: 'Payments',
    summary: "The form to the bank's 3D Secure page",
    allow: 'none',
    limit: 'none',
    isPage: true,
    params: Type.Object({
      token: Type.String({ description: 'Token of the page that takes the shopper through 3D Secure.' }),
    }),
    answers: { 200: null },
    handle: async ({ params, request }) => {
      const language = preferredLanguage(request.headers['accept-language'])
      const [tenantId, id] = readSignedToken(services.runtime.sealer, PURPOSE, params.token, 2) ?? []
      if (tenantId === undefined || id === undefined) return toPageAnswer(404, renderExpiredPage(language, null), [])
      const form = services.forms.take(id)
      if (form !== undefined) return toPageAnswer(200, form.html, form.origins)
      return toPageAnswer(410, renderExpiredPage(language, await findShopUrl(services, tenantId, id)), [])
    },
  })

const findShopUrl = (
  services: Pick<PaymentServices, 'runtime'>,
  tenantId: string,
  id: string,
): Promise<string | null> =>
  services.runtime.db.transaction({ of: tenantId }, async (tx) => {
    const [payment, session] = [await findPayment(tx, tenantId, id), await findSession(tx, tenantId, id)]
    return payment && session ? buildReturnUrl(session, payment, session.held_until !== null) : null
  })

const toPageAnswer = (status: number, bodyText: string, formTargets: readonly string[]): Answer => ({
  status,
  bodyText,
  headers: pageHeaders({ styles: [], scripts: status === 200 ? [SUBMIT_HASH] : [], formTargets }),
})

const TEXTS = texts(
  {
    title: 'This page can no longer be used',
    text: 'It opens once; it was opened before, or its time is over. Go back to the shop to see how the payment stands.',
    back: 'Back to the shop',
  },
  {
    title: 'Bu sayfa artık kullanılamaz',
    text: 'Sayfa bir kez açılabilir; daha önce açıldı ya da süresi doldu. Ödemenin durumunu görmek için mağazaya dönün.',
    back: 'Mağazaya dön',
  },
)

const renderExpiredPage = (language: Language, shop: string | null): string => {
  const { title, text, back } = TEXTS[language]
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
${shop === null ? [] : markup`<p><a href="${shop}">${back}</a></p>`}
</body>
</html>
`.text
}
