/** Shops and their shoppers at one program: one story after the other until they are closed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../dice.ts'
import { asLoad, type Caller } from '../program.ts'
import { STORIES, type Story, type Told, type World } from './stories.ts'

export interface Shops {
  /** What callers were told, in the order they heard it. */
  readonly told: Told[]
  /** Nothing new is begun; ends when the last story does. */
  close(): Promise<unknown>
}

export const openShops = async (
  program: Caller,
  dice: Dice,
  count: number,
  stories: readonly Story[] = STORIES,
): Promise<Shops> => {
  let isOpen = true
  const told: Told[] = []
  const configurations = await wiredConfigurations(program)
  const world: World = { program, dice, configurations, told, isOpen: () => isOpen }
  const shops = Array.from({ length: count }, () => shop(world, stories))
  return {
    told,
    close() {
      isOpen = false
      return Promise.all(shops)
    },
  }
}

export const wiredConfigurations = async (program: Caller): Promise<string[]> => {
  const answer = await asLoad(program, 'GET', '/api/v1/connector-configurations?page_size=100')
  const items: { id: string; connector_code: string; is_active: boolean }[] = answer.body.items
  return items.filter((each) => /NEST_PAY|GARANTI/.test(each.connector_code)).map(({ id }) => id)
}

const shop = async (world: World, stories: readonly Story[]): Promise<void> => {
  while (world.isOpen()) {
    await world.dice
      .pick(stories)(world)
      .catch(() => undefined)
    await sleep(20 * world.dice.draw())
  }
}
