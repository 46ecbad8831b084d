/** Sends only what was changed in the form of a key, so that waiting changes of limits and merchant keep waiting. */
import type { ApiKey, PatchApiKey } from '../../../../sdk/src/generated/identity.ts'
import { buildChanges, type Member } from '../../parts/record/members.tsx'
import { buildPatch } from '../../parts/record/record-dialog.tsx'
import type { Values } from '../../parts/write-dialog.tsx'

/** Fields that are compared for changes; their labels are in the form. */
const CHANGEABLE: readonly Member<PatchApiKey>[] = [
  { name: 'display_name', label: '' },
  { name: 'merchant_id', label: '' },
  { name: 'allowed_ips', label: '' },
  { name: 'contact_email', label: '' },
  { name: 'is_active', label: '', kind: 'yes' },
]

/** Returns null if nothing was changed. */
export const changedKey = (
  of: ApiKey,
  values: Values,
  roles: readonly string[],
  locale: string,
): PatchApiKey | null => {
  const { sent, emptied } = buildChanges(CHANGEABLE, values, { ...of }, locale)
  const isSame = roles.length === of.roles.length && roles.every((role) => of.roles.includes(role))
  return buildPatch({ sent: { ...sent, ...(isSame ? {} : { roles: [...roles] }) }, emptied }, 'unset')
}
