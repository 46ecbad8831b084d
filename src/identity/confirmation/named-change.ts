/** A change is confirmed by the name it was listed under: if it changed meanwhile, it has to be read again. */
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
/** Of users, in their spelling. */
export const ConfirmUserChange = Type.Object({ changeId: Type.Optional(NamedChange) }, { $id: 'ConfirmUserChange' })

interface Changed {
  readonly changed_people: readonly string[] | null
  readonly waiting_changes: readonly WaitingChange[] | null
}
/** What was changed without anybody having to confirm it is named as well, and waits for nobody. */
const waitingIn = ({ changed_people, waiting_changes }: Changed): readonly WaitingChange[] =>
  changed_people === null ? [] : (waiting_changes ?? [])

export const changeIdOf = (row: Changed): string | null => waitingIn(row).at(-1)?.id ?? null

/** What was changed since it was last confirmed, in the order of the changes; of what is new itself, nothing. */
export const waitingMembersOf = (row: Changed): string[] => [
  ...new Set(waitingIn(row).flatMap(({ members }) => members.map((member) => OF_USERS[member] ?? spoken(member)))),
]

const SIGN_IN = new Set(['password_hash', 'totp_confirmed_at', 'second_factor_reset_at'])

/** Whether password and second factor are all that was changed. */
export const changesOnlySignIn = (changes: readonly WaitingChange[] | null): boolean =>
  changes?.every(({ members }) => members.length > 0 && members.every((member) => SIGN_IN.has(member))) ?? false

/** Scripts of a sandbox may leave it out; where money moves the change must be named. */
export const checkSent = ({ runtime }: Pick<Call, 'runtime'>, field: string, changeId: string | undefined): void => {
  if (changeId === undefined && runtime.config.env === 'production')
    throw fieldProblem(field, 'required', phrase`names the change that is confirmed, as it was read`)
}

/** Throws conflict where what waits now is not what was read. */
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
/** Of users it is the merchant alone that waits so. */
const OF_USERS: Readonly<Record<string, string>> = { awaited: 'merchant_id' }
/** What waits is named by its members; one that was taken back since has none. */
const namesOf = (column: string, awaited: object | null): readonly string[] =>
  column === 'awaited' ? Object.keys(awaited ?? {}) : [spoken(column)]
const spoken = (column: string): string => SPOKEN[column] ?? column
