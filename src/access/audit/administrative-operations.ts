/** Decides which operations are administrative, and names them in the audit log. */
import type { Endpoint } from '../endpoint.ts'

/** These operations are POSTs because their input is large; they change nothing. */
const READS: ReadonlySet<string> = new Set([
  'POST /api/v1/routing-rules/resolve',
  'POST /api/v1/fraud/rules/{id}/test',
  'POST /api/v1/validation/card',
  'POST /api/v1/validation/iban',
  'POST /api/v1/transfers/bulk/check',
  'POST /api/v1/payments/{transaction_id}/point-inquiry',
])

type Named = Pick<Endpoint, 'method' | 'path'>

/** Names an operation as the documents write it: `PUT /api/v1/connectors/{id}`. */
export const auditOperation = ({ method, path }: Named): string => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`

/** Returns true for writes of an authenticated caller, except payments and transfers, which have their own history. */
export const isAdministrative = (spec: Named & Pick<Endpoint, 'movesMoney' | 'allow' | 'isPage'>): boolean =>
  spec.method !== 'GET' && !spec.movesMoney && !spec.isPage && spec.allow !== 'none' && !READS.has(auditOperation(spec))

/** Returns the kind of resource that a tag is about: ConnectorConfigurations gives connector_configuration. */
export const auditKind = (tag: string): string => {
  const one = tag.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
  return one
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
}
