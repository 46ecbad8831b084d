/** The envelope some groups of this surface answer in (docs/interface/requests.md#envelopes). Refusals never come in one. */
import { type TSchema, Type } from 'typebox'
import { type Answer, created, ok } from '../../access/endpoint.ts'
import { Nullable, Uuid } from '../../core/schema.ts'

/** `name`: of the component in the OpenAPI document. */
export const envelopeOf = (data: TSchema, name: string) =>
  Type.Object(
    {
      message: Nullable(Type.String({ description: 'Null: the operation succeeded' })),
      is_success: Type.Boolean({ description: 'Always true: refusals are problem documents' }),
      code: Nullable(Type.String({ description: 'Null: the operation succeeded' })),
      data,
    },
    { $id: name },
  )

/** What writes answer. */
export const IdEnvelope = envelopeOf(
  Type.Unsafe<string>({ ...Uuid, description: 'Id of what was written' }),
  'IdEnvelope',
)

export const enveloped = <T>(data: T) => ({ message: null, is_success: true, code: null, data })
export const okEnveloped = (data: unknown): Answer => ok(enveloped(data))
export const createdEnveloped = (data: unknown): Answer => created(enveloped(data))
