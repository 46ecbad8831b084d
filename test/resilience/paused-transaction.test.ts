/** A process that is paused in the middle of a transaction holds its locks for less long than others wait for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnectionPool } from '../../src/infra/database/connection-pool.ts'
import { item, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)

test('transfers are sent although a paused process has locked the balance of their account', async () => {
  const [transfer] = (await team.create([item()])) as [string]
  await team.approve([transfer])
  const paused = openConnectionPool(team.vezne.config.databaseUrl as string, {
    connections: 1,
    onError: () => undefined,
  })
  const client = await paused.checkOut()
  const ended = new Promise<unknown>((resolve) => client.once('error', resolve))
  await client.query('begin')
  // A connection of the owner's, whom row security does not bind.
  await client.query('select 1 from source_balances where account_id = $1 for update', [SOURCE])
  const sent = await team.send([transfer])
  assert.equal(sent.status, 202, sent.text)
  paused.checkInAfterFailure(client, await ended, false)
  await paused.close()
  await team.untilStates([transfer], ['completed'])
})
