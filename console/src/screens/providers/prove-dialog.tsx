/** A token by which a tenant proves that issuer and audience are its own. */
import type { ReactNode } from 'react'
import type { IdentityProvider } from '../../../../sdk/src/generated/identity.ts'
import { postTenantsMeIdentityProvidersByIdProve } from '../../generated/operations.ts'
import { type Member, Members } from '../../parts/record/members.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export const ProveDialog = ({ of, onClose }: { of: IdentityProvider; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  // The kind is secret, so that no browser stores the token.
  const members: readonly Member[] = [
    { name: 'token', label: words.token, kind: 'secret', isRequired: true, maxLength: 8_192 },
  ]
  return (
    <WriteDialog
      operation={postTenantsMeIdentityProvidersByIdProve}
      inputOf={({ token = '' }) => ({ path: { id: of.id }, body: { token: token.trim() } })}
      title={words.proveTitle(of.name)}
      hint={words.proveHint(of.audience, of.proof ?? '')}
      submit={words.prove}
      said={words.proven}
      fields={['token']}
      onClose={onClose}
    >
      <Members members={members} />
    </WriteDialog>
  )
}
