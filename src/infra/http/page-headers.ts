/** Headers of a page in a payment: it is never cached, sends no referrer to other sites and loads nothing. */

export interface PagePolicy {
  /** Hashes of the inline style and script the page carries. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** Where its forms may submit to. */
  readonly formTargets: readonly string[]
}

export const pageHeaders = ({ styles, scripts, formTargets }: PagePolicy): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${listed(styles)}`,
    `script-src ${listed(scripts)}`,
    `form-action ${listed(formTargets)}`,
    "base-uri 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

const listed = (values: readonly string[]): string => (values.length === 0 ? "'none'" : values.join(' '))
