/** POST monitors/channels/{id}/test: sends a message that says nothing is wrong. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { findChannel } from '../channels/channel-store.ts'
import { CHANNELS_PATH, findOwner, requireChannel } from '../schemas/channel-operation.ts'
import { ChannelParams, TestSent } from '../schemas/monitor-schemas.ts'
import { insertMessage } from '../telling/message-store.ts'

export const testChannel = endpoint({
  method: 'POST',
  path: `${CHANNELS_PATH}/:id/test`,
  tag: 'Monitors',
  summary: 'Send a test to a channel of the monitors',
  description:
    'At once, also in its quiet hours and while it is inactive, to a confirmed channel. The channel says what became of it.',
  allow: 'monitors',
  effect: 'repeats',
  limit: 'subscription_management',
  params: ChannelParams,
  answers: { 200: TestSent },
  errors: ['conflict'],
  async handle(call) {
    const owner = findOwner(call)
    const answer = await call.inTx(async (tx) => {
      const { id: channelId, code_hash } = requireChannel(await findChannel(tx, owner, call.params.id))
      if (code_hash !== null)
        throw new Problem('conflict', {
          detail: phrase`The mailbox of this channel is not confirmed yet; enter the code that was mailed to it.`,
        })
      const now = call.runtime.clock.now()
      const id = await insertMessage(tx, {
        tenantId: owner,
        channelId,
        findingId: null,
        part: 'test',
        dueAt: now,
        now,
      })
      return { ...ok({ id }), change: { kind: 'monitor_message', id, before: null, after: { channel_id: channelId } } }
    })
    call.runtime.notifications.publish('monitors')
    return answer
  },
})
