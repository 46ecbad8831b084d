/** Statements composed of parts: a condition stays whole wherever it is put, and only what was asked for is in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf, anyOf, contains, ifGiven, matches, type Sql, sql } from '../../src/infra/database/statements/sql.ts'
import { insertInto, pick, replaceIn, updateTable } from '../../src/infra/database/statements/write-rows.ts'

const NOTHING: Sql[] = [allOf([]), ifGiven(undefined, sql`a = 1`), ifGiven(null, sql`a = 1`), matches({ a: undefined })]

test('a condition with "or" does not widen what stands beside it', () => {
  const either = sql`b = ${2} or c is null`
  for (const part of [ifGiven(2, either), allOf([either]), anyOf([either])]) {
    const { text, values } = sql`select from t where tenant_id = ${1} and ${part}`
    assert.match(text, /where tenant_id = \$1 and \(+b = \$2 or c is null\)+$/)
    assert.deepEqual(values, [1, 2])
  }
  assert.match(sql`tenant_id = ${1} and ${contains(['a', 'b'], 'x')}`.text, /and \(a ilike \$2 or b ilike \$3\)$/)
})

test('what is not asked for is true of every row; none of several is true of no row', () => {
  for (const part of NOTHING) assert.deepEqual([part.text, part.values], ['true', []])
  assert.equal(anyOf([]).text, 'false')
})

test('a value is never part of the text', () => {
  const hostile = "x'; drop table payments; --"
  const { text, values } = sql`select from t where ${allOf([matches({ a: hostile }), contains(['b'], hostile)])}`
  assert.doesNotMatch(text, /drop/)
  assert.equal(values[0], hostile)
})

test('columns are those of the row that have a value; a key without one of its values is refused', () => {
  const row = {
    tenant_id: 't',
    name: 'n',
    description: null,
    includes: ['x'],
    created: sql`now()`,
    last_modified: sql`now()`,
  }
  assert.equal(
    insertInto('tenant_roles', row).text.trim(),
    'insert into tenant_roles (tenant_id, name, description, includes, created, last_modified) values ($1, $2, $3, $4, now(), now())',
  )
  assert.match(
    replaceIn('tenant_roles', row, { key: ['tenant_id', 'name'], kept: ['created'] }).text,
    /on conflict \(tenant_id, name\) do update set description = excluded.description, includes = excluded.includes, last_modified = excluded.last_modified$/,
  )
  assert.equal(
    updateTable('tenant_roles', { tenant_id: 't', name: 'n' }, { includes: [] }).text.trim(),
    'update tenant_roles set includes = $1 where tenant_id = $2 and name = $3',
  )
  const key = { tenant_id: 't', name: undefined as unknown as string }
  assert.throws(() => updateTable('tenant_roles', key, { includes: [] }), /the key has no name/)
})

test('a member that is no column does not compile, also when it comes from a variable', () => {
  const row = {
    tenant_id: 't',
    name: 'n',
    description: null,
    includes: [],
    created: new Date(0),
    last_modified: new Date(0),
  }
  const wider = { ...row, status: 'open' }
  // @ts-expect-error status is no column of tenant_roles
  assert.match(insertInto('tenant_roles', wider).text, /status/)
  assert.doesNotMatch(
    insertInto(
      'tenant_roles',
      pick(wider, ['tenant_id', 'name', 'description', 'includes', 'created', 'last_modified']),
    ).text,
    /status/,
  )
})
