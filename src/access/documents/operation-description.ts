/** The description of an operation: its own text, then paragraphs about callers, repeats and errors from its data. */
import type { ProblemCode } from '../../core/error-codes.ts'
import { groupedByAdvice } from '../../infra/http/error-advice.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import type { Step } from '../four-eyes.ts'
import { type Permission, requirePermission, type Scope } from '../permissions.ts'
import { acceptsIdempotencyKey } from '../pipeline/common-errors.ts'

const REACH: Readonly<Record<Scope, string>> = {
  platform: 'Reaches any tenant; tokens of the realm master alone.',
  tenant: 'Reaches the whole tenant of the token.',
  merchant: "Reaches the token's tenant; callers bound to a merchant reach that merchant alone.",
  realm: "Reaches the token's own realm: its tenant, or the platform itself.",
  open: '',
}
const STEPS: Readonly<Record<Step, string>> = {
  create: 'Four eyes: whoever creates it decides nothing about it.',
  decide: 'Four eyes: whoever created it cannot decide.',
  send: 'Four eyes: whoever created it or decided cannot send it.',
}

export const describeOperation = (spec: Endpoint, surface: SurfaceName): string => {
  const permission = requirePermission(surface, spec)
  return [
    spec.description,
    whoMay(spec, permission),
    permission.fourEyes === undefined ? undefined : STEPS[permission.fourEyes],
    permission.isTenantWide ? 'Refused to callers bound to a merchant.' : undefined,
    spec.movesMoney ? 'Unknown members of the body are refused.' : undefined,
    onRepeat(spec),
    onErrors(spec),
  ]
    .filter((text) => text !== undefined)
    .join('\n\n')
}

const whoMay = (spec: Endpoint, { roles, scope }: Permission): string => {
  if (roles !== undefined) return `Roles: ${roles.join(', ')}. ${REACH[scope]}`
  return spec.allow === 'none' ? 'Takes no token.' : 'Any valid token.'
}

const onRepeat = (spec: Endpoint): string => {
  if (spec.method === 'GET') return 'On repeat: reads again; changes nothing.'
  if (acceptsIdempotencyKey(spec))
    return 'On repeat: with the same Idempotency-Key and body the first answer again, without one it is done once more.'
  if (spec.method === 'POST') return 'On repeat: takes no Idempotency-Key; it is done once more.'
  if (spec.method === 'DELETE') return 'On repeat: what is gone is not found (404); nothing else changes.'
  return 'On repeat: the same body leaves the same state.'
}

/** Describes the codes that only this operation returns; the description of the document has those that every operation may return. */
const onErrors = ({ errors = [], notFound }: Endpoint): string | undefined => {
  const codes = [...new Set<ProblemCode>([...errors, ...(notFound === undefined ? [] : [notFound])])]
  if (codes.length === 0) return undefined
  const lines = groupedByAdvice(codes).map(
    ([advice, of]) => `- ${of.map((code) => `\`${code}\``).join(', ')}: ${advice}`,
  )
  return `On errors of its own:\n\n${lines.join('\n')}`
}
