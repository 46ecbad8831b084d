/** A change is confirmed by the name it was listed under: if it has changed since, it has to be read again. */
import { Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { Nullable } from '../../core/schema.ts'
import type { WaitingChange } from './confirmation-store.ts'

export const ShownChange = Nullable(
  Type.String({
    format: 'uuid',
    description:
      'Id of the changes since the last confirmation, which the confirming person sends; null when nothing changed.',
  }),
)
const NamedChange = Type.String({
  format: 'uuid',
  description:
    'Id of the change as it was read; when there is another one by now, the call is refused with 409. Required in production.',
})
export const ConfirmChange = Type.Object({ change_id: Type.Optional(NamedChange) }, { $id: 'ConfirmChange' })
/** The same for users, in the spelling of that interface. */
export const ConfirmUserChange = Type.Object({ changeId: Type.Optional(NamedChange) }, { $id: 'ConfirmUserChange' })

interface Changed {
  readonly changed_people: readonly string[] | null
  readonly waiting_changes: readonly WaitingChange[] | null
}
/** Changes that need no confirmation have names too, but do not wait. */
const waitingIn = ({ changed_people, waiting_changes }: Changed): readonly WaitingChange[] =>
  changed_people === null ? [] : (waiting_changes ?? [])

export const findChangeId = (row: Changed): string | null => waitingIn(row).at(-1)?.id ?? null

/** Returns the members that changed since the last confirmation, in the order of the changes; none for a new credential. */
export const listWaitingMembers = (row: Changed): string[] => [
  ...new Set(waitingIn(row).flatMap(({ members }) => members.map((member) => OF_USERS[member] ?? spoken(member)))),
]

const SIGN_IN = new Set(['password_hash', 'totp_confirmed_at', 'second_factor_reset_at'])

/** Returns whether password and second factor are all that was changed. */
export const changesOnlySignIn = (changes: readonly WaitingChange[] | null): boolean =>
  changes?.every(({ members }) => members.length > 0 && members.every((member) => SIGN_IN.has(member))) ?? false

/** Scripts of a sandbox may leave it out; where money moves the change must be named. */
export const checkSent = ({ runtime }: Pick<Call, 'runtime'>, field: string, changeId: string | undefined): void => {
  if (changeId === undefined && runtime.config.env === 'production')
    throw fieldProblem(field, 'required', phrase`names the change that is confirmed, as it was read`)
}

/** Throws conflict if the waiting change is not the one that was read. */
export const checkNamed = (
  { waiting_changes: changes, awaited }: Pick<Changed, 'waiting_changes'> & { awaited: object | null },
  changeId: string | undefined,
): void => {
  if (changes === null || changeId === undefined || changes.at(-1)?.id === changeId.toLowerCase()) return
  const at = changes.findIndex(({ id }) => id === changeId.toLowerCase())
  if (at < 0)
    throw new Problem('conflict', {
      detail: phrase`No change of this id waits here; read it again and look at what does.`,
    })
  const members = new Set(
    changes.slice(at + 1).flatMap(({ members }) => members.flatMap((member) => namesOf(member, awaited))),
  )
  const what = members.size > 0 ? [...members].join(', ') : phrase`what its roles include, or the same again`
  throw new Problem('conflict', {
    detail: phrase`Changed since it was read: ${what}. Read it again before you confirm it.`,
  })
}

const SPOKEN: Readonly<Record<string, string>> = {
  secret_hash: 'secret',
  claimed_audience: 'audience',
  password_hash: 'password',
  totp_confirmed_at: 'second_factor',
  second_factor_reset_at: 'second_factor',
}
/** For users, only the merchant can be such a member. */
const OF_USERS: Readonly<Record<string, string>> = { awaited: 'merchant_id' }
/** Waiting values are named by their members; one that was withdrawn since has none. */
const namesOf = (column: string, awaited: object | null): readonly string[] =>
  column === 'awaited' ? Object.keys(awaited ?? {}) : [spoken(column)]
const spoken = (column: string): string => SPOKEN[column] ?? column
