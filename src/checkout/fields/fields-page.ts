/** The frame with the card fields: only the fields of the hosted page, and only one origin may frame it. */
import type { Answer } from '../../access/endpoint.ts'
import { cspHash, Html, markup } from '../../infra/http/html.ts'
import { FIELDS_PATH, PAGE_PATH } from '../model/page-url.ts'
import { cardFields } from '../page/card-fields.ts'
import { pageHeaders } from '../page/page-answer.ts'
import type { Assets } from '../page/page-assets.ts'
import { TEXTS } from '../page/page-texts.ts'
import { CODES } from './make-token.ts'
import type { FieldsVisit } from './visit-fields.ts'

/** Only its script sends the form: card data is never in an address. */
export const showFields = async (
  { style, fields }: Assets,
  { services, session, secret, language }: FieldsVisit,
): Promise<Answer> => {
  const { color } = await services.brands.of(session.tenant_id, session.merchant_id)
  const brand = `:root{--brand:${color}}`
  const texts = TEXTS[language]
  const isOver = session.used_by !== null || services.payments.runtime.clock.now() >= session.expires_at
  const at = `${FIELDS_PATH}/${secret}`
  const bodyText = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.fieldsTitle}</title>
<link rel="stylesheet" href="${PAGE_PATH}/assets/${style.name}" integrity="${style.integrity}">
<style>${new Html(brand)}</style>
<script src="${PAGE_PATH}/assets/${fields.name}" integrity="${fields.integrity}" defer></script>
</head>
<body class="fields">
<main>
<form id="pay" novalidate data-bin="${at}/card" data-token="${at}/token" data-origin="${session.origin}" data-codes="${JSON.stringify(CODES)}" data-failed="${texts.faults.other}">
${cardFields({ language, faults: [], typed: { holder: '' } })}
<input type="hidden" name="lang" value="${language}">
<div role="alert" class="alert" id="problem">${isOver ? texts.fieldsOver : ''}</div>
</form>
</main>
</body>
</html>
`.text
  return {
    status: 200,
    bodyText,
    headers: pageHeaders({ styles: [cspHash(brand)], formAction: "'none'", frameAncestors: session.origin }),
  }
}

const HOUR_S = 3_600

/** Pages of every shop load it, and compare it with the digest they name. */
export const sendCheckoutScript = ({ checkout }: Assets): Answer => ({
  status: 200,
  bytes: Buffer.from(checkout.text),
  headers: {
    'content-type': checkout.type,
    'cache-control': `public, max-age=${HOUR_S}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  },
})
