/** What a month has beside a busy hour: installments, authorizations that are captured on another day, plans that charge by themselves. */
import { CARDS } from '../../../support/payments.ts'
import { amountOf, orderBody, pay, STORIES, type Story, statusOf, step, write } from '../life/stories.ts'

const PARTS = [2, 3, 6] as const
/** A plan without a start has periods of a minute in the sandbox. */
const LONG_AGO = '2020-01-01T00:00:00Z'

/** Each call is a month of its own: what one day leaves open another one goes on with. */
export const monthStories = (): readonly Story[] => {
  const held: { id: string; amount: number }[] = []
  const inParts: Story = async (world) => {
    const amount = amountOf(world.dice)
    const more = { installment: world.dice.pick(PARTS), card: { number: CARDS.success } }
    const answer = await write(world, '/api/v1/payments', orderBody(world, amount, more))
    const id = answer?.body?.transaction_id
    if (answer === undefined || id === undefined) return
    world.told.push({ kind: 'sale', payment: id, status: answer.status, amount })
    if ((await statusOf(world, id)) === 'completed' && world.dice.draw() < 0.3)
      await step(world, 'refund', id, Math.ceil(amount / 3))
  }
  const holdOver: Story = async (world) => {
    const paid = await pay(world, 'pre_auth')
    if (paid !== undefined) held.push(paid)
  }
  const captureHeld: Story = async (world) => {
    const paid = held.shift()
    if (paid === undefined) return holdOver(world)
    if (world.dice.draw() < 0.2) await step(world, 'void', paid.id)
    else await step(world, 'capture', paid.id, Math.ceil(paid.amount * world.dice.between(0.4, 1)))
  }
  const subscribe: Story = async (world) => {
    const { extra_properties: _, installment: __, ...body } = orderBody(world, amountOf(world.dice))
    const answer = await write(world, '/api/v1/recurring', {
      ...body,
      card: { ...body.card, number: CARDS.success },
      connector_config_id: world.dice.pick(world.configurations),
      period: world.dice.pick(['daily', 'daily', 'weekly']),
      installment_count: Math.ceil(world.dice.between(1, 12)),
      start_date: LONG_AGO,
    })
    if (answer?.body?.transaction_id !== undefined)
      world.told.push({ kind: 'plan', payment: answer.body.transaction_id, status: answer.status, amount: 0 })
  }
  return [...STORIES, inParts, inParts, holdOver, captureHeld, captureHeld, subscribe]
}
