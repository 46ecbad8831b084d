/** GET monitors/channels and /{id}: whom the monitors tell. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { findShownChannel, pageOfChannels } from '../channels/channel-store.ts'
import { CHANNELS_PATH, channelNotFound, findOwner, requireChannel } from '../schemas/channel-operation.ts'
import { Channel, ChannelPage, ChannelParams, ChannelQuery, channelBody } from '../schemas/monitor-schemas.ts'

export const listChannels = endpoint({
  method: 'GET',
  path: CHANNELS_PATH,
  tag: 'Monitors',
  summary: 'List channels of the monitors',
  description: 'Newest first, with what became of the newest message of each.',
  allow: 'monitors',
  query: ChannelQuery,
  answers: { 200: ChannelPage },
  async handle(call) {
    if (call.principal.isMerchantBound) return ok(toPage([], 0, call.query)) // channels are of the whole tenant
    const owner = findOwner(call)
    const { rows, total } = await call.runtime.db.transaction({ of: owner, mode: 'read' }, (tx) =>
      pageOfChannels(tx, owner, call.query),
    )
    return ok(toPage(rows.map(channelBody), total, call.query))
  },
})

export const getChannel = endpoint({
  method: 'GET',
  path: `${CHANNELS_PATH}/:id`,
  tag: 'Monitors',
  summary: 'Read a channel of the monitors',
  description: 'With what became of its newest message.',
  allow: 'monitors',
  params: ChannelParams,
  answers: { 200: Channel },
  async handle(call) {
    if (call.principal.isMerchantBound) throw channelNotFound()
    const owner = findOwner(call)
    const row = await call.runtime.db.transaction({ of: owner, mode: 'read' }, (tx) =>
      findShownChannel(tx, owner, call.params.id),
    )
    return ok(channelBody(requireChannel(row)))
  },
})
