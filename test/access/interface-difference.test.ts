/** What `npm run check` says when something the interface promises is no longer served, or something is added without a word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allDocuments } from '../../scripts/pages/documents.ts'
import { findDifference, interfaceFaults, type Served } from '../../scripts/pages/interface-difference.ts'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import { PROMISED } from '../../scripts/pages/promised.ts'
import type { Endpoint } from '../../src/access/endpoint.ts'

const whole = allDocuments()
const endpoints = allEndpoints()

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
const spoilt = (spoil: (cards: any, transfers: any) => void): Served => {
  const documents = structuredClone(whole)
  spoil(documents.cards, documents.transfers)
  return { documents, endpoints }
}

const CASES: readonly [name: string, served: Served, faults: readonly string[]][] = [
  ['nothing is missing', { documents: whole, endpoints }, []],
  [
    'an operation',
    spoilt((cards) => delete cards.paths['/api/v1/refunds/{id}'].get),
    ['promised, not served: cards GET /api/v1/refunds/{}'],
  ],
  [
    'a name of the query',
    spoilt(({ paths }) => {
      const { parameters } = paths['/api/v1/chargebacks'].get
      parameters.splice(
        parameters.findIndex(({ name }: { name?: string }) => name === 'status'),
        1,
      )
    }),
    ['promised, not served: cards GET /api/v1/chargebacks: query status'],
  ],
  [
    'a member of a body, in a table inside',
    spoilt((cards) => delete cards.components.schemas.ResolveRouting.properties.card_bin),
    ['promised, not served: cards POST /api/v1/routing-rules/resolve: body ResolveRouting.card_bin'],
  ],
  [
    'a member of the rows of a page in an envelope',
    spoilt((_cards, transfers) => delete transfers.components.schemas.RecurringTransfer.properties.plan_name),
    [
      'promised, not served: transfers GET /api/v1/recurringtransfers: answer RecurringTransfer.plan_name',
      'promised, not served: transfers GET /api/v1/recurringtransfers/{id}: answer RecurringTransfer.plan_name',
    ],
  ],
  [
    'the status of an answer',
    spoilt((_cards, { paths }) => delete paths['/api/v1/transfers/bulk/send'].post.responses['202']),
    ['promised, not served: transfers POST /api/v1/transfers/bulk/send: answer 202'],
  ],
  [
    'a member of an event',
    spoilt((cards) => delete cards.components.schemas.ChargebackOpenedData.properties.due_date),
    ['promised, not served: cards event chargeback.opened: due_date'],
  ],
  [
    'an event',
    spoilt((_cards, transfers) => delete transfers.webhooks['transfer.failed']),
    ['promised, not served: transfers event transfer.failed'],
  ],
  [
    'the description of an addition',
    spoilt((cards) => delete cards.components.schemas.Chargeback.properties.merchant_id.description),
    ['without a description: cards, answer of Chargeback, merchant_id'],
  ],
]

for (const [name, served, faults] of CASES)
  test(`${name}${faults.length === 0 ? '' : ' is missed by its name'}`, () => {
    assert.deepEqual(interfaceFaults(PROMISED, served), faults)
  })

test('another name of a member is missed, too', () => {
  const withoutAliases = ({ bodyAliases: _names, ...rest }: Endpoint): Endpoint => rest
  const settlements = { ...endpoints, cards: endpoints.cards.map(withoutAliases) }
  assert.deepEqual(interfaceFaults(PROMISED, { documents: whole, endpoints: settlements }), [
    'promised, not served: cards PUT /api/v1/settlements/{id}/status: remarks as another name',
    'promised, not served: cards POST /api/v1/reconciliations/{id}/details/{detail_id}/resolve: resolution_action as another name',
  ])
})

test('a member beyond the list is an addition, with what it says of itself', () => {
  const served = spoilt(({ components }) => {
    components.schemas.Refund.properties.colour = { type: 'string', description: 'Of the receipt' }
  })
  const { additions } = findDifference(PROMISED, served)
  const { additions: before } = findDifference(PROMISED, { documents: whole, endpoints })
  assert.deepEqual(
    additions.filter((each) => !before.some((other) => JSON.stringify(other) === JSON.stringify(each))),
    [{ surface: 'cards', place: 'body', of: 'Refund', name: 'colour', description: 'Of the receipt' }],
  )
})
