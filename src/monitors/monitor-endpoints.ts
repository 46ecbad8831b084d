/** The operations on monitors: findings, and the channels that are notified. */
import type { Endpoint } from '../access/endpoint.ts'
import { confirmChannel, sendCode } from './endpoints/confirm-channel.ts'
import { listFindings } from './endpoints/list-findings.ts'
import { getChannel, listChannels } from './endpoints/read-channels.ts'
import { testChannel } from './endpoints/test-channel.ts'
import { type Channels, createChannel, removeChannel, updateChannel } from './endpoints/write-channel.ts'

export const monitorEndpoints = (channels: Channels): readonly Endpoint[] => [
  listFindings,
  listChannels,
  getChannel,
  createChannel(channels),
  updateChannel(channels),
  removeChannel,
  testChannel,
  confirmChannel,
  sendCode(channels.realms),
]
