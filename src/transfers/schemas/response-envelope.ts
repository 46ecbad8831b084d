/**
 * The envelope in which some groups of this surface respond (docs/interface/requests.md#envelopes). Refusals never use
 * one.
 */
import { type TSchema, Type } from 'typebox'
import { type Answer, created, ok } from '../../access/endpoint.ts'
import { described, NullableText, Uuid } from '../../core/schema.ts'

/** `name` is the name of the component in the OpenAPI document. */
export const buildEnvelope = (data: TSchema, name: string) =>
  Type.Object(
    {
      message: NullableText('Always null: messages come only with problem documents.'),
      is_success: Type.Boolean({
        description: 'Always true: an operation that fails is answered with a problem document instead.',
      }),
      code: NullableText('Always null: error codes come only with problem documents.'),
      data: described(data, 'Result of the operation.'),
    },
    { $id: name },
  )

/** The response of writes. */
export const IdEnvelope = buildEnvelope(described(Uuid, 'Id of what was written'), 'IdEnvelope')

export const enveloped = <T>(data: T) => ({ message: null, is_success: true, code: null, data })
export const okEnveloped = (data: unknown): Answer => ok(enveloped(data))
export const createdEnveloped = (data: unknown): Answer => created(enveloped(data))
