/** Ways to break a request around the members of its body: JSON text, media type, query, path, headers. */
import type { Operation } from './operations.ts'
import { type Damage, hasBody, pick, takes } from './shot.ts'
import { NAUGHTY } from './valid-values.ts'

const hasQuery = (operation: Operation): boolean => operation.parameters.some((each) => each.in === 'query')
const hasToken = (operation: Operation): boolean => operation.hasToken

const RAW: ((json: string) => string | Buffer)[] = [
  (json) => json.slice(0, -1),
  (json) => `${json}}`,
  (json) => `\ufeff${json}`,
  (json) => `${json.slice(0, -1)},}`,
  (json) => json.replaceAll('"', "'"),
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"__proto__":{"x":1}}`,
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"a":1,"a":1}`,
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"a":"\\u0000"}`,
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"a":"\\ud800"}`,
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"a":9007199254740993}`,
  (json) => `${json.slice(0, -1)}${json.length > 2 ? ',' : ''}"a":${'['.repeat(100)}${']'.repeat(100)}}`,
  (json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0x7d])]),
  (json) => Buffer.from(json, 'utf16le'),
  () => 'NaN',
]

const ofText: Damage[] = [
  {
    name: 'broken JSON',
    fits: hasBody,
    apply(shot, _operation, dice) {
      shot.raw = (pick(RAW, dice.what) as (typeof RAW)[0])(JSON.stringify(shot.body ?? {}))
      return true
    },
  },
  {
    name: 'media type not taken',
    fits: hasBody,
    apply(shot, operation, dice) {
      shot.headers['content-type'] = pick(
        ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x', 'application/xml'],
        dice.what,
      ) as string
      return operation.body?.isRequired || shot.body !== undefined
    },
  },
  {
    name: 'content coding',
    fits: hasBody,
    apply(shot, _operation, dice) {
      shot.headers['content-encoding'] = pick(['gzip', 'br', 'deflate, gzip'], dice.what) as string
      return true
    },
  },
]

const BAD_QUERY: Readonly<Record<string, string[]>> = {
  integer: ['x', '1.5', '', '1e3', '99999999999999999999', '0x1', '１'],
  number: ['x', '', '1,5'],
  boolean: ['yes', '1', '', 'truee'],
}
const ofAddress: Damage[] = [
  {
    name: 'bad query value',
    fits: hasQuery,
    apply(shot, operation, dice) {
      const typed = operation.parameters.filter(
        ({ in: place, schema }) =>
          place === 'query' &&
          ((typeof schema.type === 'string' && schema.type in BAD_QUERY) ||
            schema.enum !== undefined ||
            schema.format !== undefined),
      )
      const parameter = pick(typed, dice.where)
      if (!parameter) return undefined
      const values = BAD_QUERY[parameter.schema.type as string] ?? ['no such word', '', '2026-02-30', '§']
      shot.query.push([parameter.name, pick(values, dice.what) as string])
      return true
    },
  },
  {
    name: 'page out of range',
    fits: takes('page_size'),
    apply(shot, _operation, dice) {
      shot.query.push(
        pick(
          [
            ['page', '0'],
            ['page', '-1'],
            ['page_size', '0'],
            ['page_size', '101'],
            ['page_size', '1000000000'],
            ['page', '2147483648'],
          ],
          dice.what,
        ) as [string, string],
      )
      return true
    },
  },
  {
    name: 'any text in a query',
    fits: hasQuery,
    apply(shot, operation, dice) {
      const parameter = pick(
        operation.parameters.filter(
          ({ in: place, schema }) => place === 'query' && schema.type === 'string' && schema.enum === undefined,
        ),
        dice.where,
      )
      if (!parameter) return undefined
      shot.query.push([parameter.name, pick(NAUGHTY, dice.what) as string])
      return false
    },
  },
  {
    name: 'unknown query parameters',
    fits: () => true,
    apply(shot, _operation, dice) {
      shot.query.push([
        pick(['page[]', '__proto__', 'a', '', 'constructor[prototype]'], dice.where) as string,
        pick(NAUGHTY, dice.what) as string,
      ])
      return false
    },
  },
  {
    name: 'a path value that is no id',
    fits: (operation) => operation.parameters.some((each) => each.in === 'path' && each.schema.format === 'uuid'),
    apply(shot, operation, dice) {
      const parameter = pick(
        operation.parameters.filter((each) => each.in === 'path' && each.schema.format === 'uuid'),
        dice.where,
      )
      shot.path[parameter?.name as string] = pick(
        ['x', '0', '-1', 'null', '%00', '..', '%2e%2e%2f', "'", '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1', '%F0%9F%98%80'],
        dice.what,
      ) as string
      return true
    },
  },
]

const ofHeaders: Damage[] = [
  {
    name: 'no token, or none of ours',
    fits: hasToken,
    apply(shot, _operation, dice) {
      shot.token = pick(['none', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', ' ', '\t'], dice.what) as string
      return true
    },
  },
  {
    name: 'foreign merchant',
    fits: takes('X-Merchant-Id'),
    apply(shot, _operation, dice) {
      shot.headers['x-merchant-id'] = pick(['0198f1a2-7c3d-4e4f-8a5b-6c7d8e9f0a1b', 'x', '*'], dice.what) as string
      return true
    },
  },
  {
    name: 'bad Idempotency-Key',
    fits: takes('Idempotency-Key'),
    apply(shot, _operation, dice) {
      shot.headers['idempotency-key'] = pick(['x'.repeat(129), 'a b', 'a\tb'], dice.what) as string
      return true
    },
  },
  {
    name: 'headers of no meaning',
    fits: () => true,
    apply(shot, _operation, dice) {
      Object.assign(
        shot.headers,
        pick(
          [
            { 'x-request-id': 'not-a-uuid' },
            { accept: 'text/html' },
            { 'x-http-method-override': 'DELETE' },
            { 'x-forwarded-for': '1.2.3.4' },
            { 'x-original-url': '/admin' },
            { range: 'bytes=0-1' },
          ],
          dice.what,
        ),
      )
      return false
    },
  },
]

export const requestDamages: readonly Damage[] = [...ofText, ...ofAddress, ...ofHeaders]
