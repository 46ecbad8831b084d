/** Creates, changes and removes a bank profile, and decides what waits. */
import type { ReactNode } from 'react'
import type { CreateBankProfile, MerchantBankProfile } from '../../../../sdk/src/generated/cards.ts'
import {
  deleteMerchantsByMerchantIdBankProfilesById,
  postMerchantsByMerchantIdBankProfiles,
  postMerchantsByMerchantIdBankProfilesByIdConfirm,
  postMerchantsByMerchantIdBankProfilesByIdReject,
  putMerchantsByMerchantIdBankProfilesById,
} from '../../generated/operations.ts'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog, RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { TEXTS } from './texts.ts'

export type Deed =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'remove' | 'confirm' | 'reject'; readonly profile: MerchantBankProfile }

const useMembers = (): readonly Member<CreateBankProfile>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return [
    { name: 'sub_merchant_id', label: words.subId, maxLength: 100 },
    { name: 'sub_merchant_name', label: words.subName, maxLength: 200 },
    { name: 'sub_merchant_mcc', label: words.mcc, maxLength: 4 },
    { name: 'sub_merchant_city', label: record.city, maxLength: 100 },
    { name: 'sub_merchant_postal_code', label: words.postalCode, maxLength: 10 },
    { name: 'sub_merchant_country_code', label: words.country, maxLength: 3 },
    { name: 'extra_properties', label: words.extra, kind: 'pairs' },
  ]
}

export const DeedDialog = ({
  deed,
  merchant,
  onClose,
}: {
  deed: Deed
  merchant: string
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const members = useMembers()
  const options = useConfigurationOptions()
  if (deed.kind === 'new')
    return (
      <RecordDialog
        operation={postMerchantsByMerchantIdBankProfiles}
        path={{ merchant_id: merchant }}
        title={words.add}
        members={[
          { name: 'connector_config_id', label: record.configuration, kind: 'pick', isRequired: true, options },
          ...members,
        ]}
        onClose={onClose}
      />
    )
  const path = { merchant_id: merchant, id: deed.profile.id }
  if (deed.kind === 'edit')
    return (
      <RecordDialog
        operation={putMerchantsByMerchantIdBankProfilesById}
        path={path}
        title={words.change}
        members={members as readonly Member<Omit<CreateBankProfile, 'connector_config_id'>>[]}
        of={{ ...deed.profile }}
        onClose={onClose}
      />
    )
  if (deed.kind !== 'remove')
    return <DecideDialog isYes={deed.kind === 'confirm'} profile={deed.profile} path={path} onClose={onClose} />
  return (
    <RemoveDialog
      operation={deleteMerchantsByMerchantIdBankProfilesById}
      input={{ path }}
      name={deed.profile.connector_config_name ?? deed.profile.id}
      onClose={onClose}
    />
  )
}

const DecideDialog = ({
  isYes,
  profile,
  path,
  onClose,
}: {
  isYes: boolean
  profile: MerchantBankProfile
  path: { merchant_id: string; id: string }
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  return (
    <WriteDialog
      operation={
        isYes ? postMerchantsByMerchantIdBankProfilesByIdConfirm : postMerchantsByMerchantIdBankProfilesByIdReject
      }
      inputOf={() => ({ path, body: { change_id: profile.pending_change?.id ?? '' } })}
      title={isYes ? words.confirmTitle : words.rejectTitle}
      submit={isYes ? record.confirm : record.reject}
      kind={isYes ? 'primary' : 'danger'}
      said={isYes ? record.confirmed : record.rejected}
      onClose={onClose}
    />
  )
}
