/** Every event the catalogue lists as emitted has an edge that is taken; an event without one is marked as coming. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EVENT_CATALOGUE, type EventType } from '../../src/webhooks/events/event-catalogue.ts'

const root = fileURLToPath(new URL('../../src/', import.meta.url))
/** Domains that emit events: everything except the delivery machinery. */
const texts = new Map(
  globSync('{payments,transfers,recurring,chargebacks,settlements,connectors,fraud}/**/*.ts', { cwd: root }).map(
    (path) => [path.replaceAll('\\', '/'), readFileSync(`${root}${path}`, 'utf8')] as const,
  ),
)

interface Edge {
  file: string
  trigger: string
  emits: string[]
}
const EDGE = /(\w+): \{ to: '\w+', emits: \[([^\]]*)\] \}/g
const edges: Edge[] = [...texts]
  .filter(([path]) => path.endsWith('-states.ts'))
  .flatMap(([file, text]) =>
    [...text.matchAll(EDGE)].map(([, trigger = '', list = '']) => ({
      file,
      trigger,
      emits: [...list.matchAll(/'([^']+)'/g)].map(([, type = '']) => type),
    })),
  )

/** A trigger some other file of the program names. */
const isTaken = ({ file, trigger }: Edge): boolean =>
  [...texts].some(([path, text]) => path !== file && text.includes(`'${trigger}'`))

/** Named by a job or a write itself, without an edge. */
const isNamed = (type: string): boolean =>
  [...texts].some(([path, text]) => !path.endsWith('-states.ts') && text.includes(`'${type}'`))

test('the tables of states were read', () => {
  assert.ok(edges.length > 10)
  assert.ok(edges.every(({ emits }) => emits.every((type) => Object.hasOwn(EVENT_CATALOGUE, type))))
})

for (const [type, { stage }] of Object.entries(EVENT_CATALOGUE) as [EventType, { stage: string }][])
  test(`${type} is ${stage}`, () => {
    const isEmitted = isNamed(type) || edges.some((edge) => edge.emits.includes(type) && isTaken(edge))
    assert.equal(
      isEmitted ? 'emitted' : 'coming',
      stage,
      isEmitted
        ? 'something emits it: mark it as emitted'
        : 'nothing emits it: name it in an edge or a job, or mark it as coming',
    )
  })
