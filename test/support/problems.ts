/** What every refusal must look like. */
import assert from 'node:assert/strict'
import { ERROR_CODES, type ProblemCode } from '../../src/core/error-codes.ts'
import type { Answer } from './http.ts'

const ALWAYS = ['x-correlation-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/** A problem document of this code, complete, with a hint; returns its body. */
export const assertProblem = (
  answer: Answer,
  code: ProblemCode,
  hint: RegExp = /./,
  field?: string,
): Answer['body'] => {
  const { body, headers, status, text } = answer
  assert.equal(body?.code, code, text)
  assert.equal(status, ERROR_CODES[code].status, text)
  assert.equal(body.status, status)
  assert.equal(body.title, ERROR_CODES[code].title)
  assert.match(headers['content-type'] ?? '', /^application\/problem\+json/)
  assert.ok(body.type.endsWith(`/${code}`), body.type)
  assert.equal(body.correlation_id, headers['x-correlation-id'])
  for (const name of ALWAYS) assert.ok(headers[name] !== undefined, `header ${name}`)
  assert.match(body.detail, hint)
  assert.doesNotMatch(text, /node_modules|\.ts:\d+/)
  if (field !== undefined)
    assert.ok(
      body.errors?.some((each: { field: string; code: string }) => `${each.field} ${each.code}` === field),
      `${field} is not in ${JSON.stringify(body.errors)}`,
    )
  return body
}
