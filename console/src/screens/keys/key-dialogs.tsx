/**
 * The actions on an API key, each in its own dialog. It is in one piece because it is a list of dialogs, one for each
 * action.
 */
import { type ReactNode, useState } from 'react'
import type { ApiKey } from '../../../../sdk/src/generated/identity.ts'
import { useMe } from '../../api/me.ts'
import { CheckField } from '../../parts/check-field.tsx'
import { Field } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { Awaited, countingBody, WithdrawDialog } from '../../parts/record/awaited.tsx'
import { useMerchantOptions } from '../../parts/record/merchant-field.tsx'
import { filled, type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useGivenNames } from '../../texts/given-names.ts'
import { useLocale } from '../../texts/language.ts'
import { changedKey } from './changed-key.ts'
import type { KeySide } from './side.ts'
import { TEXTS } from './texts.ts'

export type Deed =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'rotate' | 'confirm' | 'withdraw' | 'remove'; readonly of: ApiKey }

interface DialogProps {
  readonly side: KeySide
  readonly deed: Deed
  readonly onClose: () => void
  readonly onSecret: (of: ApiKey, secret: string) => void
}

export const KeyDialog = ({ side, deed, onClose, onSecret }: DialogProps): ReactNode => {
  switch (deed.kind) {
    case 'create':
      return <CreateDialog side={side} onClose={onClose} onSecret={onSecret} />
    case 'edit':
      return <EditDialog side={side} of={deed.of} onClose={onClose} />
    case 'rotate':
      return <RotateDialog side={side} of={deed.of} onClose={onClose} onSecret={onSecret} />
    case 'confirm':
      return <ConfirmDialog side={side} of={deed.of} onClose={onClose} />
    case 'withdraw':
      return (
        <WithdrawDialog
          operation={side.change}
          of={deed.of}
          awaited={deed.of.awaited}
          inputOf={(counting) => ({ path: { ...side.place.path, id: deed.of.id }, body: countingBody(counting) })}
          onClose={onClose}
        />
      )
    case 'remove':
      return <RemoveDialog side={side} of={deed.of} onClose={onClose} />
  }
}

type Given = Omit<DialogProps, 'deed'>
type OfKey = Pick<DialogProps, 'side' | 'onClose'> & { readonly of: ApiKey }

const ROLES = [
  ...['tenant-admin', 'pos-admin', 'pos-operator', 'pos-viewer', 'reconciliation-uploader'],
  ...['merchant-admin', 'merchant-user'],
  ...['transfer-admin', 'transfer-operator', 'transfer-viewer', 'transfer-merchant-admin', 'transfer-merchant-user'],
  ...['fraud-admin', 'fraud-analyst'],
]
const FIELDS = ['display_name', 'contact_email', 'allowed_ips', 'merchant_id', 'roles'] as const

/** The check boxes belong to the form; the selection is sent with the call. */
const useRoles = (first: readonly string[]): readonly [roles: readonly string[], field: ReactNode] => {
  const words = useTexts(TEXTS)
  const [roles, setRoles] = useState(first)
  const shown = [...new Set([...ROLES, ...first])]
  const field = (
    <fieldset>
      <legend>{words.roles}</legend>
      <p className="hint">{words.rolesHint}</p>
      <div className="check-list">
        {shown.map((role) => (
          <label key={role} className="check-field">
            <input
              type="checkbox"
              checked={roles.includes(role)}
              onChange={({ target }) =>
                setRoles(target.checked ? [...roles, role] : roles.filter((each) => each !== role))
              }
            />
            <code>{role}</code>
          </label>
        ))}
      </div>
    </fieldset>
  )
  return [roles, field]
}

const KeyFields = ({ of }: { of?: ApiKey }): ReactNode => {
  const words = useTexts(TEXTS)
  const { merchants } = useMe()
  const known = new Map(merchants.map(({ id, name }) => [id, name ?? id]))
  // The merchants of another organization are not known here, so a key keeps the one it is bound to.
  const bound = of?.merchant_id
    ? [...known.set(of.merchant_id, known.get(of.merchant_id) ?? of.merchant_id)]
    : [...known]
  return (
    <>
      <Field name="display_name" label={words.name} value={of?.display_name ?? ''} isRequired maxLength={100} />
      <PickField
        name="merchant_id"
        label={words.merchant}
        value={of?.merchant_id ?? ''}
        options={[['', words.anyMerchant], ...bound]}
      />
      <Field
        name="allowed_ips"
        label={words.ips}
        hint={words.ipsHint}
        value={of?.allowed_ips ?? ''}
        maxLength={1000}
        autoComplete="off"
      />
      <Field
        name="contact_email"
        label={words.email}
        value={of?.contact_email ?? ''}
        maxLength={200}
        autoComplete="off"
      />
    </>
  )
}

const buildBody = (values: Values, roles: readonly string[]) => ({
  display_name: values.display_name ?? '',
  merchant_id: filled(values.merchant_id),
  allowed_ips: filled(values.allowed_ips),
  contact_email: filled(values.contact_email),
  roles: [...roles],
})

const CreateDialog = ({ side, onClose, onSecret }: Given): ReactNode => {
  const words = useTexts(TEXTS)
  const [roles, field] = useRoles(['pos-operator'])
  return (
    <WriteDialog
      operation={side.create}
      inputOf={(values) => ({ ...side.place, body: buildBody(values, roles) })}
      title={words.create}
      submit={words.make}
      fields={FIELDS}
      said={words.created}
      onClose={onClose}
      onDone={({ api_key: key, secret }) => onSecret(key, secret)}
    >
      <KeyFields />
      {field}
    </WriteDialog>
  )
}

const EditDialog = ({ side, of, onClose }: OfKey): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const [roles, field] = useRoles(of.roles)
  return (
    <WriteDialog
      operation={side.change}
      basis={of}
      inputOf={(values) => {
        const body = changedKey(of, values, roles, locale)
        return body && { path: { ...side.place.path, id: of.id }, body }
      }}
      title={words.editTitle}
      submit={words.save}
      fields={FIELDS}
      said={words.saved}
      onClose={onClose}
    >
      <KeyFields of={of} />
      {field}
      <CheckField name="is_active" label={words.active} hint={words.activeHint} value={of.is_active} />
    </WriteDialog>
  )
}

const toName = ({ display_name, client_id }: ApiKey, given: (name: string) => string): string =>
  display_name === null ? client_id : given(display_name)

const RotateDialog = ({ side, of, onClose, onSecret }: OfKey & Given): ReactNode => {
  const words = useTexts(TEXTS)
  const given = useGivenNames()
  return (
    <WriteDialog
      operation={side.rotate}
      inputOf={() => ({ path: { ...side.place.path, id: of.id } })}
      title={words.rotateTitle}
      hint={words.rotateHint(toName(of, given))}
      submit={words.rotate}
      said={words.rotated}
      onClose={onClose}
      onDone={({ api_key: key, secret }) => onSecret(key, secret)}
    />
  )
}

const ConfirmDialog = ({ side, of, onClose }: OfKey): ReactNode => {
  const words = useTexts(TEXTS)
  const given = useGivenNames()
  const merchants = useMerchantOptions()
  const merchantOf = (value: string): string => merchants.find(([id]) => id === value)?.[1] ?? value
  if (side.confirm === null) return null
  return (
    <WriteDialog
      operation={side.confirm}
      inputOf={() => ({ path: { ...side.place.path, id: of.id }, body: { change_id: of.change_id } })}
      title={words.confirmTitle}
      hint={
        <>
          {words.waitsHint} {words.confirmHint(toName(of, given), of.roles.join(', '))}
          <Awaited of={of} awaited={of.awaited} textOf={merchantOf} />
        </>
      }
      submit={words.confirm}
      said={words.confirmed}
      onClose={onClose}
    />
  )
}

const RemoveDialog = ({ side, of, onClose }: OfKey): ReactNode => {
  const words = useTexts(TEXTS)
  const given = useGivenNames()
  return (
    <WriteDialog
      operation={side.remove}
      inputOf={() => ({ path: { ...side.place.path, id: of.id } })}
      title={words.removeTitle}
      hint={words.removeHint(toName(of, given))}
      submit={words.remove}
      kind="danger"
      said={words.removed}
      onClose={onClose}
    />
  )
}
