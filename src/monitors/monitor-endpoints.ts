/** The operations on monitors: findings, and the channels that are notified. */
import type { Endpoint } from '../access/endpoint.ts'
import type { SubscriberUrlFault } from '../webhooks/subscriptions/check-subscriber-url.ts'
import { listFindings } from './endpoints/list-findings.ts'
import { getChannel, listChannels } from './endpoints/read-channels.ts'
import { testChannel } from './endpoints/test-channel.ts'
import { createChannel, removeChannel, updateChannel } from './endpoints/write-channel.ts'

export const monitorEndpoints = (urlFault: SubscriberUrlFault): readonly Endpoint[] => [
  listFindings,
  listChannels,
  getChannel,
  createChannel(urlFault),
  updateChannel(urlFault),
  removeChannel,
  testChannel,
]
