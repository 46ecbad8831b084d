/** POST monitors/channels/{id}/confirm and /code: a mailbox is confirmed by the code that was mailed to it, which is mailed again. */
import type { Realms } from '../../access/callers/realms.ts'
import { endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { changeCode, findChannel, findShownChannel, lockChannels } from '../channels/channel-store.ts'
import { CONFIRMED, isAwaitedCode, prepareCodes } from '../channels/mailbox-code.ts'
import { openAddress } from '../channels/sealed-address.ts'
import { CHANNELS_PATH, channelChange, findOwner, requireChannel } from '../schemas/channel-operation.ts'
import { Channel, ChannelParams, ConfirmChannel, channelBody } from '../schemas/monitor-schemas.ts'
import { announceOpen } from '../telling/announce.ts'

export const confirmChannel = endpoint({
  method: 'POST',
  path: `${CHANNELS_PATH}/:id/confirm`,
  tag: 'Monitors',
  summary: 'Confirm the mailbox of a channel',
  description:
    'With the code that was mailed to it, within 24 hours. It is then told what is open, and what is found from then on.',
  allow: 'monitors',
  limit: 'subscription_management',
  params: ChannelParams,
  body: ConfirmChannel,
  answers: { 200: Channel },
  errors: ['conflict'],
  async handle(call) {
    const { runtime, body } = call
    const { id } = call.params
    const owner = findOwner(call)
    const answer = await call.inTx(async (tx) => {
      await lockChannels(tx, owner)
      const row = requireChannel(await findChannel(tx, owner, id, 'for update'))
      if (row.code_hash === null) throw isConfirmed()
      if (!isAwaitedCode(runtime, row, body.code))
        throw fieldProblem(
          'code',
          'mismatch',
          phrase`must be the code of the newest mail to this mailbox, at most 24 hours old`,
        )
      const before = requireChannel(await findShownChannel(tx, owner, id))
      const now = runtime.clock.now()
      await changeCode(tx, owner, id, CONFIRMED, now)
      await announceOpen(tx, { ...row, ...CONFIRMED }, now)
      const after = requireChannel(await findShownChannel(tx, owner, id))
      return { ...ok(channelBody(after)), change: channelChange(before, after) }
    })
    runtime.notifications.publish('monitors')
    return answer
  },
})

export const sendCode = (realms: Pick<Realms, 'realmOfTenant'>) =>
  endpoint({
    method: 'POST',
    path: `${CHANNELS_PATH}/:id/code`,
    tag: 'Monitors',
    summary: 'Mail the code of a channel again',
    description: 'Another code; the one before counts no more. Ten are mailed within 24 hours at most.',
    allow: 'monitors',
    effect: 'repeats',
    limit: 'subscription_management',
    params: ChannelParams,
    answers: { 200: Channel },
    errors: ['conflict'],
    async handle(call) {
      const { runtime } = call
      const { id } = call.params
      const owner = findOwner(call)
      const askReceiver = await prepareCodes(runtime, realms, owner)
      const answer = await call.inTx(async (tx) => {
        await lockChannels(tx, owner)
        const row = requireChannel(await findChannel(tx, owner, id, 'for update'))
        if (row.code_hash === null) throw isConfirmed()
        const before = requireChannel(await findShownChannel(tx, owner, id))
        const address = await openAddress(runtime, row, tx)
        const now = runtime.clock.now()
        await changeCode(tx, owner, id, await askReceiver(tx, { ...row, channelId: id, address }), now)
        const after = requireChannel(await findShownChannel(tx, owner, id))
        await announceOpen(tx, after, now)
        return { ...ok(channelBody(after)), change: channelChange(before, after) }
      })
      runtime.notifications.publish('mail', owner)
      return answer
    },
  })

const isConfirmed = (): Problem =>
  new Problem('conflict', { detail: phrase`This channel is confirmed, or is no mailbox; nothing has to be confirmed.` })
