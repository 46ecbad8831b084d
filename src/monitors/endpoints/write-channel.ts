/** POST, PUT and DELETE monitors/channels: who is notified, where, in which language, and when not. */
import type { Realms } from '../../access/callers/realms.ts'
import { created, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { generateSigningSecret } from '../../webhooks/signing/signing-secret.ts'
import type { SubscriberUrlFault } from '../../webhooks/subscriptions/check-subscriber-url.ts'
import {
  changeChannel,
  countChannels,
  deleteChannel,
  findChannel,
  findShownChannel,
  insertChannel,
  lockChannels,
} from '../channels/channel-store.ts'
import { prepareCodes } from '../channels/mailbox-code.ts'
import { openAddress, sealAddress, sealChannelSecret, toShownAddress } from '../channels/sealed-address.ts'
import {
  CHANNELS_PATH,
  channelChange,
  checkAddress,
  findOwner,
  requireChannel,
  toColumns,
} from '../schemas/channel-operation.ts'
import {
  Channel,
  ChannelCreated,
  ChannelParams,
  CreateChannel,
  channelBody,
  UpdateChannel,
} from '../schemas/monitor-schemas.ts'
import { announceOpen } from '../telling/announce.ts'

const CHANNELS_MAX = 20

export interface Channels {
  readonly urlFault: SubscriberUrlFault
  readonly realms: Pick<Realms, 'realmOfTenant'>
}

export const createChannel = ({ urlFault, realms }: Channels) =>
  endpoint({
    method: 'POST',
    path: CHANNELS_PATH,
    tag: 'Monitors',
    summary: 'Add a channel of the monitors',
    description:
      `It is told what is open, and what is found from then on. A mailbox gets nothing before it is confirmed by the code that is mailed to it, unless ` +
      `a person of the tenant signs in with that address. ${CHANNELS_MAX} at most.`,
    allow: 'monitors',
    limit: 'subscription_management',
    body: CreateChannel,
    answers: { 201: ChannelCreated },
    errors: ['invalid_webhook_url', 'conflict'],
    async handle(call) {
      const { body, runtime } = call
      const owner = findOwner(call)
      const columns = toColumns(call, body)
      await checkAddress(call, urlFault, body)
      const id = newId(runtime.clock.ms())
      const secret = body.kind === 'webhook' ? generateSigningSecret() : null
      const addressSealed = await sealAddress(runtime, owner, id, body.address)
      const secretSealed = secret === null ? null : await sealChannelSecret(runtime, owner, id, secret)
      const askReceiver = await prepareCodes(runtime, realms, owner)
      const answer = await call.inTx(async (tx) => {
        await lockChannels(tx, owner)
        if ((await countChannels(tx, owner)) >= CHANNELS_MAX) throw tooMany()
        const now = runtime.clock.now()
        await insertChannel(tx, {
          ...columns,
          ...(await askReceiver(tx, { channelId: id, ...body })),
          tenant_id: owner,
          id,
          kind: body.kind,
          address_sealed: addressSealed,
          address_shown: toShownAddress(body.kind, body.address),
          secret_sealed: secretSealed,
          created: now,
          last_modified: now,
        })
        const row = requireChannel(await findShownChannel(tx, owner, id))
        await announceOpen(tx, row, now)
        const shown = { ...channelBody(row), secret: secret === null ? null : secret.use((text) => text) }
        return { ...created(shown), carriesSecret: secret !== null, change: channelChange(null, row) }
      })
      publish(runtime, owner)
      return answer
    },
  })

export const updateChannel = ({ urlFault, realms }: Channels) =>
  endpoint({
    method: 'PUT',
    path: `${CHANNELS_PATH}/:id`,
    tag: 'Monitors',
    summary: 'Change a channel of the monitors',
    description:
      'Absent optional members take their defaults; an absent address stays, and so do kind and secret. Another mailbox has to be confirmed. The channel is ' +
      'told what is open and was not told it yet.',
    allow: 'monitors',
    limit: 'subscription_management',
    params: ChannelParams,
    body: UpdateChannel,
    answers: { 200: Channel },
    errors: ['invalid_webhook_url', 'conflict'],
    async handle(call) {
      const { body, runtime } = call
      const { id } = call.params
      const owner = findOwner(call)
      const columns = toColumns(call, body)
      const { kind } = requireChannel(
        await runtime.db.transaction({ of: owner, mode: 'read' }, (tx) => findChannel(tx, owner, id)),
      )
      if (body.id !== undefined && body.id !== id)
        throw fieldProblem('id', 'mismatch', phrase`must repeat the id of the path`)
      const { address } = body
      if (address !== undefined) await checkAddress(call, urlFault, { kind, address })
      const sealed = address === undefined ? undefined : await sealAddress(runtime, owner, id, address)
      const askReceiver = await prepareCodes(runtime, realms, owner)
      const answer = await call.inTx(async (tx) => {
        await lockChannels(tx, owner)
        const row = requireChannel(await findChannel(tx, owner, id, 'for update'))
        const before = requireChannel(await findShownChannel(tx, owner, id))
        const now = runtime.clock.now()
        const isMoved = address !== undefined && address !== (await openAddress(runtime, row, tx))
        const moved = isMoved && {
          address_sealed: sealed!,
          address_shown: toShownAddress(kind, address),
          ...(await askReceiver(tx, { channelId: id, kind, address, language: body.language })),
        }
        await changeChannel(tx, owner, id, { ...columns, ...moved, last_modified: now })
        const after = requireChannel(await findShownChannel(tx, owner, id))
        await announceOpen(tx, after, now)
        return { ...ok(channelBody(after)), change: channelChange(before, after, isMoved) }
      })
      publish(runtime, owner)
      return answer
    },
  })

export const removeChannel = endpoint({
  method: 'DELETE',
  path: `${CHANNELS_PATH}/:id`,
  tag: 'Monitors',
  summary: 'Remove a channel of the monitors',
  description: 'What it was still to be told is dropped.',
  allow: 'monitors',
  limit: 'subscription_management',
  params: ChannelParams,
  answers: { 204: null },
  handle: (call) => {
    const owner = findOwner(call)
    const { id } = call.params
    return call.inTx(async (tx) => {
      requireChannel(await findChannel(tx, owner, id, 'for update'))
      const before = requireChannel(await findShownChannel(tx, owner, id))
      await deleteChannel(tx, owner, id)
      return { ...noContent(), change: channelChange(before, null) }
    })
  },
})

/** Wakes what sends codes and messages. */
const publish = ({ notifications }: Pick<Runtime, 'notifications'>, owner: string): void => {
  notifications.publish('mail', owner)
  notifications.publish('monitors')
}

const tooMany = (): Problem =>
  new Problem('conflict', {
    detail: phrase`There are already ${CHANNELS_MAX} channels, active and inactive together. Delete one first.`,
  })
