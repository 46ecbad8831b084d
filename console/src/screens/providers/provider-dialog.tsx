/** Creates or changes a sign-in provider. */
import type { ReactNode } from 'react'
import type {
  CreateIdentityProvider,
  IdentityProvider,
  PatchIdentityProvider,
  RoleMapping,
  TokenAlgorithm,
} from '../../../../sdk/src/generated/identity.ts'
import { patchTenantsMeIdentityProvidersById, postTenantsMeIdentityProviders } from '../../generated/operations.ts'
import { buildBody, buildChanges, listNames, type Member, Members } from '../../parts/record/members.tsx'
import { buildPatch } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

const ALGORITHMS: readonly TokenAlgorithm[] = ['RS256', 'PS256', 'ES256']

interface ProviderProps {
  /** If absent, a new one is created. */
  readonly of?: IdentityProvider
  readonly onClose: () => void
}

/** As in the form: one line for each. */
type Typed = Omit<CreateIdentityProvider, 'role_mappings'> & {
  readonly role_mappings?: Readonly<Record<string, string>>
}

const mappingsOf = (typed: Typed['role_mappings'] = {}): RoleMapping[] =>
  Object.entries(typed).map(([external_role, role]) => ({ external_role, role: role as RoleMapping['role'] }))

export const ProviderDialog = ({ of, onClose }: ProviderProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const members = useMembers(of === undefined)
  const typedIn = (values: Readonly<Record<string, string>>): CreateIdentityProvider => {
    const typed = buildBody<Typed>(members, values, locale)
    return { ...typed, role_mappings: mappingsOf(typed.role_mappings) }
  }
  const shown = of && {
    ...of,
    role_mappings: Object.fromEntries(of.role_mappings.map(({ external_role: theirs, role }) => [theirs, role])),
  }
  const changedIn = (values: Readonly<Record<string, string>>): PatchIdentityProvider | null => {
    const { sent, emptied } = buildChanges<Typed>(members, values, shown ?? {}, locale)
    const isMapped = 'role_mappings' in sent || emptied.includes('role_mappings')
    const mapped = isMapped ? { role_mappings: mappingsOf(sent.role_mappings) } : {}
    return buildPatch(
      { sent: { ...sent, ...mapped }, emptied: emptied.filter((name) => name !== 'role_mappings') },
      'unset',
    )
  }
  const common = { submit: record.save, fields: listNames(members), onClose }
  return of === undefined ? (
    <WriteDialog
      {...common}
      operation={postTenantsMeIdentityProviders}
      inputOf={(values) => ({ body: typedIn(values) })}
      title={words.add}
      said={record.saved}
    >
      <Members members={members} of={{ algorithm: 'RS256' }} />
    </WriteDialog>
  ) : (
    <WriteDialog
      {...common}
      operation={patchTenantsMeIdentityProvidersById}
      inputOf={(values) => {
        const body = changedIn(values)
        return body && { path: { id: of.id }, body }
      }}
      title={words.edit}
      said={record.saved}
    >
      <Members members={members} of={shown ?? {}} />
    </WriteDialog>
  )
}

const useMembers = (isNew: boolean): readonly Member<Typed>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 100 },
    ...(isNew
      ? [
          {
            name: 'issuer' as const,
            label: words.issuer,
            hint: words.issuerHint,
            isRequired: true,
            maxLength: 500,
          },
        ]
      : []),
    { name: 'audience', label: words.audience, hint: words.audienceHint, maxLength: 500 },
    {
      name: 'algorithm',
      label: words.algorithm,
      kind: 'pick',
      isRequired: true,
      options: ALGORITHMS.map((each) => [each, each]),
    },
    { name: 'jwks_url', label: words.keySet, hint: words.keySetHint, maxLength: 500 },
    { name: 'roles_claim', label: words.rolesClaim, maxLength: 200 },
    { name: 'role_mappings', label: words.mappings, hint: words.mappingsHint, kind: 'pairs' },
    { name: 'merchant_claim', label: words.merchantClaim, maxLength: 200 },
    { name: 'max_token_life_seconds', label: words.longest, kind: 'count' },
  ]
}
