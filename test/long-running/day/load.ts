/** A steady rate of requests of shops, shoppers, finance teams and people who look at lists: stories of the chaos runs at a pace. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, openDice } from '../../resilience/chaos/dice.ts'
import { wiredConfigurations } from '../../resilience/chaos/life/shops.ts'
import { STORIES, type Story, type Told, type World } from '../../resilience/chaos/life/stories.ts'
import { asLoad, type Caller } from '../../resilience/chaos/program.ts'
import { type CrewWorld, type Promises, workOnce } from '../../resilience/chaos/transfers/crews.ts'
import { openBrowser } from '../../support/console.ts'
import type { Demo } from '../../support/demo.ts'
import type { Tally } from './tally.ts'
import type { Timeline } from './timeline.ts'

const LANES = 48
/** People of a finance team who work at once: steps on one account take turns, and a team is no crowd. */
const FINANCE_MAX = 8
/** Requests that were missed beyond these seconds are not made up for: what follows a fault is not a flood. */
const BEHIND_MAX_S = 2
const RETRY_MS = 500
const LOOK_MS = 15

export interface DayLoad {
  readonly told: readonly Told[]
  readonly promises: Promises
  close(): Promise<void>
}

interface LoadOptions {
  caller: Caller
  demo: Demo
  sourceId: string
  seed: number
  /** Requests, all kinds together. */
  perSecond: number
}

export const openLoad = async (options: LoadOptions, tally: Tally, timeline: Timeline): Promise<DayLoad> => {
  const { caller, perSecond } = options
  const dice = openDice(options.seed)
  let isOpen = true
  const told: Told[] = []
  const promises: Promises = { created: [], approved: [], rejected: [], sent: [] }
  const world: World = {
    program: caller,
    dice,
    configurations: await wiredConfigurations(caller),
    told,
    pauseMs: RETRY_MS,
    isOpen: () => isOpen,
    onBrowserAnswer: (status) =>
      tally.note(
        timeline.now(),
        'POST cards/api/v1/payments/3d/callback by a browser',
        status,
        status >= 400 ? 'in a browser' : '',
      ),
  }
  const crews: CrewWorld = { program: caller, dice, sourceId: options.sourceId, promises, isOpen: () => isOpen }
  let batches = 0
  let atWork = 0
  const transfer: Story = async (world) => {
    if (atWork === FINANCE_MAX) return look(world)
    atWork++
    try {
      await workOnce(crews, `day-${options.seed}-${batches++}`)
    } finally {
      atWork--
    }
  }
  const stories = [...STORIES, ...STORIES, transfer, look, look, openPerson(options)]
  let [from, before] = [timeline.now(), tally.total]
  const mayBegin = (): boolean => {
    const missed = (timeline.now() - from) * perSecond - (tally.total - before)
    if (missed > BEHIND_MAX_S * perSecond) [from, before] = [timeline.now(), tally.total]
    return missed >= 0
  }
  const lane = async (): Promise<void> => {
    while (isOpen)
      if (mayBegin())
        await dice
          .pick(stories)(world)
          .catch(() => undefined)
      else await sleep(LOOK_MS * (1 + dice.draw()))
  }
  const lanes = Array.from({ length: LANES }, lane)
  return {
    told,
    promises,
    async close() {
      isOpen = false
      await Promise.all(lanes)
    },
  }
}

const LISTS = [
  '/api/v1/transactions?page_size=25',
  '/api/v1/transactions?page_size=25&status=completed&page=3',
  '/api/v1/transactions?page_size=25&operation_type=refund',
  '/api/v1/refunds?page_size=25',
  '/api/v1/webhook-subscriptions',
]

/** A shop's back office: a list, and one payment of it. */
const look: Story = async ({ program, dice }) => {
  const list = dice.pick(LISTS)
  const answer = await asLoad(program, 'GET', list)
  const first: string | undefined = list.includes('/transactions') ? answer.body?.items?.[0]?.id : undefined
  if (first !== undefined && dice.draw() < 0.5) await asLoad(program, 'GET', `/api/v1/transactions/${first}`)
}

const PAGES = [
  'cards/transactions?page_size=25',
  'cards/transactions?status=failed&page_size=25',
  'transfers/transfers?page_size=25',
  'me',
]

/** One person in the console, who signs in when the session is over. */
const openPerson = ({ caller, demo }: LoadOptions): Story => {
  const [tenant] = demo.tenants.filter(({ users }) => users.length > 0)
  const [user] = tenant?.users ?? []
  if (tenant === undefined || user === undefined) throw new Error('no tenant of the demo has people')
  const browser = openBrowser({ request: caller.http.request as never })
  const signIn = () =>
    browser.call('POST', 'session', { body: { tenant: tenant.slug, username: user.email, password: user.password } })
  let signing: Promise<unknown> | undefined
  return async ({ dice }: { dice: Dice }) => {
    signing ??= signIn()
    await signing
    const { status } = await browser.call('GET', dice.pick(PAGES))
    if (status === 401) signing = undefined
  }
}
