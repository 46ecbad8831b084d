/** The frame with the card fields: no token, no cookie; the secret in its address is the key, and one origin may show it. */
import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { describeCard } from '../page/card-answer.ts'
import { makeToken } from './make-token.ts'
import { checkIsOurPage, visitFields } from './visit-fields.ts'

const FORM_BYTES_MAX = 8 * 1_024
const FIELDS_PATH = '/fields'
const ONE = `${FIELDS_PATH}/:session_secret`

const form = {
  tag: 'CardFields',
  allow: 'none',
  limit: 'none',
  isPage: true,
  answers: { 200: null },
  params: Type.Object({ session_secret: Type.String() }),
  method: 'POST',
  readsForm: true,
  body: Type.Object({}),
  bodyBytesMax: FORM_BYTES_MAX,
} as const

export const fieldsEndpoints = (services: CheckoutServices): Endpoint[] => [
  endpoint({
    ...form,
    path: `${ONE}/token`,
    summary: 'Card fields: a token for the card',
    handle: (call) => visitFields(services, call, makeToken),
  }),
  endpoint({
    ...form,
    path: `${ONE}/card`,
    summary: 'Card fields: what the first digits of a card say',
    handle: (call) =>
      visitFields(services, call, async ({ session, pairs }) => {
        checkIsOurPage(services.payments.runtime.config, call)
        return {
          status: 200,
          body: await describeCard(services, session, pairs.digits?.at(-1) ?? ''),
          headers: { 'cache-control': 'no-store' },
        }
      }),
  }),
]
