/** Ways to break the members of a body. */
import type { Operation, Schema } from './operations.ts'
import { type Damage, type Dice, hasBody, pick, type Shot } from './shot.ts'
import { NAUGHTY } from './valid-values.ts'

interface Spot {
  holder: Record<string, unknown>
  name: string
  schema: Schema
  isRequired: boolean
  isOfMap: boolean
}
/** Every member of a body that has a schema. */
const spotsOf = (value: unknown, schema: Schema): Spot[] => {
  if (typeof value !== 'object' || value === null) return []
  const branch =
    (schema.anyOf as Schema[] | undefined)?.find(({ type }) => type === (Array.isArray(value) ? 'array' : 'object')) ??
    schema
  if (Array.isArray(value)) return value.flatMap((item) => spotsOf(item, (branch.items ?? {}) as Schema))
  const properties = (branch.properties ?? {}) as Record<string, Schema>
  const required = (branch.required ?? []) as string[]
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => {
    const member = properties[name] ?? (branch.additionalProperties as Schema | undefined)
    if (typeof member !== 'object') return []
    return [
      { holder, name, schema: member, isRequired: required.includes(name), isOfMap: !(name in properties) },
      ...spotsOf(holder[name], member),
    ]
  })
}
const spotOf = (shot: Shot, operation: Operation, dice: Dice, fits: (spot: Spot) => boolean): Spot | undefined =>
  pick(spotsOf(shot.body, operation.body?.schema ?? {}).filter(fits), dice.where)

const OTHER_TYPES: Readonly<Record<string, unknown[]>> = {
  string: [1, true, [], {}, ['x']],
  integer: ['1', 1.5, true, [], {}],
  number: ['1', true, [], {}],
  boolean: ['true', 1, [], {}],
  object: ['x', 1, true, []],
  array: ['x', 1, {}, true],
}

export const bodyDamages: readonly Damage[] = [
  {
    name: 'a required member is missing or null',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ isRequired }) => isRequired)
      if (!spot) return undefined
      if (dice.what % 2 === 0) delete spot.holder[spot.name]
      else spot.holder[spot.name] = null
      return spot.schema.default === undefined
    },
  },
  {
    name: 'wrong JSON type',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => typeof schema.type === 'string')
      if (!spot) return undefined
      spot.holder[spot.name] = pick(OTHER_TYPES[spot.schema.type as string] ?? [], dice.what)
      return true
    },
  },
  {
    name: 'unknown word',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => Array.isArray(schema.enum))
      if (!spot) return undefined
      spot.holder[spot.name] = pick(['no such word', '', 'sale;', '*'], dice.what)
      return true
    },
  },
  {
    name: 'number out of its range',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => schema.maximum !== undefined)
      if (!spot) return undefined
      const { maximum, minimum } = spot.schema as { maximum: number; minimum?: number }
      spot.holder[spot.name] = dice.what % 2 === 0 || minimum === undefined ? maximum * 2 + 1 : minimum * 2 - 10
      return true
    },
  },
  {
    name: 'text too long',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => typeof schema.maxLength === 'number')
      if (!spot) return undefined
      spot.holder[spot.name] = 'x'.repeat((spot.schema.maxLength as number) + 1 + (dice.what % 100))
      return true
    },
  },
  {
    name: 'text of another form',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(
        shot,
        operation,
        dice,
        ({ schema }) => schema.pattern !== undefined || ['uuid', 'date-time', 'date'].includes(schema.format as string),
      )
      if (!spot) return undefined
      const text = pick(['§§§', '2026-02-30T10:00:00Z', '', '2026-13-01', 'x'.repeat(30)], dice.what) as string
      spot.holder[spot.name] = text
      return spot.schema.pattern === undefined || !new RegExp(spot.schema.pattern as string).test(text)
    },
  },
  {
    name: 'any text in place of a text',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => schema.type === 'string')
      if (!spot) return undefined
      spot.holder[spot.name] = pick(NAUGHTY, dice.what)
      return false
    },
  },
  {
    name: 'control character',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(
        shot,
        operation,
        dice,
        ({ schema }) => schema.type === 'string' && schema['x-verbatim'] !== true,
      )
      if (!spot) return undefined
      spot.holder[spot.name] = `a${pick(['\u0001', '\u001b', '\u007f', '\u0085', '\u0000'], dice.what)}b`
      return true
    },
  },
  {
    name: 'any number in place of a number',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ schema }) => schema.type === 'integer')
      if (!spot) return undefined
      spot.holder[spot.name] = pick([0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1), 1e15], dice.what)
      return false
    },
  },
  {
    name: 'null in place of anything',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ isRequired }) => !isRequired)
      if (!spot) return undefined
      spot.holder[spot.name] = null
      return false
    },
  },
  {
    name: 'unknown member',
    fits: hasBody,
    apply(shot, operation, dice) {
      const spot = spotOf(shot, operation, dice, ({ isOfMap }) => !isOfMap)
      if (!spot) return undefined
      spot.holder[pick(['zz_unknown', 'toString', 'amount_', 'length'], dice.what) as string] = 1
      return operation.refusesUnknown
    },
  },
  {
    name: 'no object at all',
    fits: hasBody,
    apply(shot, _operation, dice) {
      shot.body = pick([[], 'x', 5, true, [[{}]]], dice.what)
      return true
    },
  },
]
