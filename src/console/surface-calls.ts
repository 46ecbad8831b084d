/** Calls of the backend itself to the surfaces: JSON in, JSON out. */
import { json } from 'node:stream/consumers'
import type { Principal, SurfaceName } from '../access/endpoint.ts'
import { ERROR_CODES } from '../core/error-codes.ts'
import { constantPhrase } from '../core/phrases/phrase.ts'
import { type FieldError, Problem, type ProblemCode } from '../core/problem.ts'
import type { ConsoleServices } from './console-services.ts'

export interface CallOrigin {
  readonly address: string
  readonly correlationId: string
}

interface SurfaceCall {
  readonly surface: SurfaceName
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Whom the call is for; left out for operations without a token. */
  readonly caller?: Principal
  /** Tenant for the transfer surface. */
  readonly tenantId?: string | null
  readonly body?: object
}

// biome-ignore lint/suspicious/noExplicitAny: each caller names the members it expects
export type Called = { readonly status: number; readonly body: any }

export const callSurface = async (
  { send }: Pick<ConsoleServices, 'send'>,
  { surface, method, url, caller, tenantId, body }: SurfaceCall,
  { address, correlationId }: CallOrigin,
): Promise<Called> => {
  const request = {
    method,
    url,
    address,
    headers: {
      'x-request-id': correlationId,
      ...(surface === 'transfers' && tenantId ? { 'x-tenant-id': tenantId } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const answer = await send(surface, request, caller ?? null)
  const isJson = String(answer.headers['content-type'] ?? '').includes('json')
  if (isJson) return { status: answer.status, body: await json(answer.body) }
  answer.body.resume()
  return { status: answer.status, body: undefined }
}

/** A refusal as it arrives: its phrases are texts by now, and those without values are found in the catalogue again. */
interface Refusal {
  readonly detail?: string
  readonly errors?: readonly (Omit<FieldError, 'message'> & { readonly message: string })[]
}

/** Converts the surface's refusal to a problem, keeping its words. */
export const toProblem = ({ status, body }: Called): Problem => {
  const code = (body as { code?: string } | undefined)?.code ?? ''
  if (!Object.hasOwn(ERROR_CODES, code)) return new Problem(status >= 500 ? 'service_unavailable' : 'bad_request')
  const { detail, errors } = body as Refusal
  return new Problem(code as ProblemCode, {
    ...(detail === undefined ? {} : { detail: constantPhrase(detail) }),
    ...(errors === undefined
      ? {}
      : { errors: errors.map((each) => ({ ...each, message: constantPhrase(each.message) })) }),
  })
}
