/** What was changed in the form of a key: only that is sent, so that limits and a merchant that wait go on waiting. */
import type { ApiKey, PatchApiKey } from '../../../../sdk/src/generated/identity.ts'
import { changesOf, type Member } from '../../parts/record/members.tsx'
import { patchOf } from '../../parts/record/record-dialog.tsx'
import type { Values } from '../../parts/write-dialog.tsx'

/** Fields in which a change is looked for; their labels stand in the form. */
const CHANGEABLE: readonly Member<PatchApiKey>[] = [
  { name: 'display_name', label: '' },
  { name: 'merchant_id', label: '' },
  { name: 'allowed_ips', label: '' },
  { name: 'contact_email', label: '' },
  { name: 'is_active', label: '', kind: 'yes' },
]

/** Null: nothing was. */
export const changedKey = (
  of: ApiKey,
  values: Values,
  roles: readonly string[],
  locale: string,
): PatchApiKey | null => {
  const { sent, emptied } = changesOf(CHANGEABLE, values, { ...of }, locale)
  const isSame = roles.length === of.roles.length && roles.every((role) => of.roles.includes(role))
  return patchOf({ sent: { ...sent, ...(isSame ? {} : { roles: [...roles] }) }, emptied }, 'unset')
}
