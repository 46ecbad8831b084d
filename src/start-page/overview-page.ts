/** The page at `/`. */

import { type Html, markup } from '../infra/http/html.ts'
import type { Config } from '../infra/process/config.ts'
import { page } from './page-frame.ts'
import type { SampleRequest } from './sample-requests.ts'

type SurfaceKey = 'cards' | 'transfers' | 'fraud' | 'identity'
const SURFACES: readonly [key: SurfaceKey, name: string, purpose: string][] = [
  ['cards', 'Card payments', 'Payments by card, refunds, webhooks, test cards, traces'],
  ['transfers', 'Money transfers', 'Sending money between accounts'],
  ['fraud', 'Fraud', 'Rules, alerts, blacklist'],
  ['identity', 'Identity', 'Tokens, users, keys, merchants'],
]

export const overviewPage = (
  config: Pick<Config, 'env' | 'urls'>,
  { tryIt, hasInbox }: { tryIt: readonly SampleRequest[]; hasInbox: boolean },
): string =>
  page(
    'Vezne',
    markup`<header>
<div><h1>Vezne</h1><p>Payments platform</p></div>
<span class="badge">${config.env}</span>
</header>
<main>
<section aria-labelledby="surfaces">
<h2 id="surfaces">Surfaces</h2>
<ul class="cards">${SURFACES.map(([key, name, purpose]) => surface(config.urls[key], name, purpose))}</ul>
</section>
${config.env === 'sandbox' ? [bankSection(config.urls.bank), trySection(tryIt)] : markup``}
${hasInbox ? INBOX_SECTION : markup``}
</main>`,
  )

const surface = (url: string, name: string, purpose: string): Html => markup`<li>
<h3>${name}</h3>
<p>${purpose}</p>
<code>${url}</code>
<p class="links"><a href="${url}/reference">Reference</a><a href="${url}/openapi.json">OpenAPI</a></p>
</li>`

const bankSection = (url: string): Html => markup`<section aria-labelledby="bank">
<h2 id="bank">Bank simulator</h2>
<p>NestPay and Garanti as banks speak them, with books, a clock and faults of its own.</p>
<code>${url}</code>
<p class="links"><a href="${url}/control/orders">Orders</a><a href="${url}/control/balances">Balances</a><a href="${url}/control/faults">Faults</a></p>
</section>`

const trySection = (lines: readonly SampleRequest[]): Html => markup`<section aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>Paste these into a terminal, one after the other.${' '}The demo secrets are in <code>demo.json</code> of the data folder.</p>
<ol class="steps">${lines.map(
  ({ what, line }) => markup`<li>
<div class="step"><h3>${what}</h3><button type="button" class="copy" hidden>Copy</button></div>
<pre tabindex="0"><code>${line}</code></pre>
</li>`,
)}</ol>
</section>`

const INBOX_SECTION = markup`<section aria-labelledby="inbox-title">
<div class="step"><h2 id="inbox-title">Live inbox</h2><span id="connection" class="quiet" role="status">connecting</span></div>
<p>Events of the demo tenant as a subscriber gets them. Each signature is checked here over the raw bytes.</p>
<p id="empty" class="empty">Nothing yet. Charge a test card, and its event appears here.</p>
<ol id="inbox" class="inbox" aria-live="polite"></ol>
<noscript><p class="empty">The live inbox needs JavaScript.</p></noscript>
</section>`
