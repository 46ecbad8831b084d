/** GET and POST /api/v1/sandbox/clock: reads and moves the platform's clock, in a sandbox only. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import { isoTime } from '../core/clock.ts'
import { phrase } from '../core/phrases/phrase.ts'
import { fieldProblem } from '../core/problem.ts'
import { DateTime, described } from '../core/schema.ts'
import type { Runtime } from '../infra/runtime.ts'

const SandboxClock = Type.Object(
  { now: described(DateTime, 'Time of the sandbox clock, in UTC.') },
  { $id: 'SandboxClock' },
)
const MoveClock = Type.Object(
  {
    now: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time to set the sandbox clock to; send either this or `advance_s`.',
      }),
    ),
    advance_s: Type.Optional(
      Type.Integer({
        format: 'int64',
        minimum: -3_155_760_000,
        maximum: 3_155_760_000,
        description: 'Number of seconds to move the sandbox clock by; send either this or `now`.',
      }),
    ),
  },
  { $id: 'MoveSandboxClock' },
)
const EARLIEST_MS = Date.UTC(2020, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

/** `clockMoved` is called with the time that it shows now, and by how much it moved. */
export const sandboxClock = (
  { clock }: Runtime,
  clockMoved: (nowMs: number, byMs: number) => Promise<void>,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: "Read the platform's clock",
    description: 'The time the sandbox lives in; whatever is due goes by it.',
    allow: 'any',
    answers: { 200: SandboxClock },
    handle: async () => ok({ now: isoTime(clock.ms()) }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: "Set or move the platform's clock",
    description: 'Give `now` to set it or `advance_s` to move it. Everything that is due by then becomes due at once.',
    allow: 'platform',
    effect: 'sandbox',
    idempotent: false,
    body: MoveClock,
    answers: { 200: SandboxClock },
    async handle({ body: { now, advance_s }, inTx }) {
      if ((now === undefined) === (advance_s === undefined))
        throw fieldProblem('now', now === undefined ? 'required' : 'mismatch', phrase`give either now or advance_s`)
      const target = now === undefined ? clock.ms() + (advance_s as number) * 1000 : Date.parse(now)
      if (target < EARLIEST_MS || target >= LATEST_MS)
        throw fieldProblem(
          now === undefined ? 'advance_s' : 'now',
          'out_of_range',
          phrase`the years 2020 to 2099 can be set`,
        )
      let offsetMs = 0
      const beforeMs = clock.ms()
      await inTx(async (tx) => {
        const before = { now: isoTime(clock.ms()) }
        offsetMs = await clock.shift(tx, advance_s === undefined ? { nowMs: target } : { advanceMs: advance_s * 1000 })
        const after = { now: isoTime(target) }
        return { ...ok(after), change: { kind: 'sandbox_clock', id: null, before, after } }
      })
      clock.follow(offsetMs)
      await clockMoved(clock.ms(), target - beforeMs)
      return ok({ now: isoTime(clock.ms()) })
    },
  }),
]
