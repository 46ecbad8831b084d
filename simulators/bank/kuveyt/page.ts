/** The HTML that a merchant's program gets for the shopper's browser: a form that submits itself. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import { same } from '../wire/same.ts'

/** Where browsers bring the form of a challenge. */
export const FLOW_PATH = '/kuveyt/tds/resultFlow'

/** Names of fields that describe the browser; its own script fills them. */
const OF_BROWSER = [
  ...['browserColorDepth', 'browserScreenHeight', 'browserScreenWidth', 'browserTZ', 'browserJavascriptEnabled'],
  'browserJavaEnabled',
]

export const challengeHtml = ({ seed, url }: Bank, session: string): string => {
  const inputs = OF_BROWSER.map((name) => `<input type='hidden' name='${name}' value=''/>`)
  return `<!DOCTYPE html SYSTEM 'about:legacy-compat'>
<html lang='tr' xmlns='http://www.w3.org/1999/xhtml'>
<head><meta charset='utf-8'/><title>3D Secure</title></head>
<body>
<form id='threeDSServerWebFlowStartForm' name='threeDSServerWebFlowStartForm' method='POST' action='${url}${FLOW_PATH}'>
<input type='hidden' name='threeDSServerWebFlowStart' value='${toToken(seed, session)}'/>
${inputs.join('\n')}
<input type='submit' name='submitBtn' value='Devam'/>
</form>
<script type='text/javascript'>document.getElementById('threeDSServerWebFlowStartForm').submit()</script>
</body>
</html>
`
}

const QUOTES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const attribute = (text: string): string => text.replaceAll(/[&"<>]/g, (char) => QUOTES[char]!)

/** `response` is encoded for an address, and so has no quotation marks. */
export const refusalHtml = (failUrl: string, response: string): string => `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
<head runat="server">
<APM_DO_NOT_TOUCH></APM_DO_NOT_TOUCH>
<title></title></head>
<body onload="OnLoadEvent();">
<form name="downloadForm" action="${attribute(failUrl)}" method="POST"><input
 type="hidden" name="AuthenticationResponse"
 value="${attribute(response)}">
<noscript><input type="submit" name="submit" value="Submit"></noscript>
</form>
<script language="Javascript">function OnLoadEvent() { document.downloadForm.submit() }</script>
</body>
</html>
`

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signatureOf = (seed: string, text: string): string => createHmac('sha256', seed).update(text).digest('base64url')

/** Three parts in base64, as the bank's server of challenges has them. */
const toToken = (seed: string, session: string): string => {
  const content = { acquirerID: '205', threeDSServerTransID: session, version: '1.0.0' }
  const text = `${encoded({ alg: 'HS256' })}.${encoded({ threeDSServerWebFlowStart: content })}`
  return `${text}.${signatureOf(seed, text)}`
}

/** Returns the id of the session that a browser brings. */
export const readToken = (seed: string, token: string): string | undefined => {
  const [head = '', content = '', signature = ''] = token.split('.')
  if (!same(signature, signatureOf(seed, `${head}.${content}`))) return undefined
  const { threeDSServerWebFlowStart } = JSON.parse(Buffer.from(content, 'base64url').toString())
  return threeDSServerWebFlowStart.threeDSServerTransID
}
