/** The page that a merchant shows in the shopper's browser: a form that submits itself, and begins the challenge. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import { same } from '../wire/same.ts'
import { PREFIX } from './read-request.ts'

/** Where browsers bring the form. */
export const START_PATH = `${PREFIX}/payment/mock/init3ds`

export const challengeHtml = ({ seed, url }: Bank, session: string): string => `<!doctype html>
<html lang="en">
<head><title>iyzico Mock 3D-Secure Processing Page</title></head>
<body>
<form id="iyzico-3ds-form" action="${url}${START_PATH}" method="post">
<input type="hidden" name="token" value="${toToken(seed, session)}">
<noscript><input type="submit" value="Devam"></noscript>
</form>
<script type="text/javascript">document.getElementById("iyzico-3ds-form").submit();</script>
</body>
</html>
`

const signatureOf = (seed: string, session: string): string =>
  createHmac('sha256', seed).update(`${session}/start`).digest('base64url')

const toToken = (seed: string, session: string): string => `${session}.${signatureOf(seed, session)}`

/** Returns the id of the session that a browser brings. */
export const readToken = (seed: string, token: string): string | undefined => {
  const [session = '', signature = ''] = token.split('.')
  return same(signature, signatureOf(seed, session)) ? session : undefined
}
