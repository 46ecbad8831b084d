/** The fields of a merchant. */
import type { WriteMerchant } from '../../../../sdk/src/generated/identity.ts'
import type { Member } from '../../parts/record/members.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { TEXTS } from './texts.ts'

export const MERCHANT_STATUSES = ['approved', 'pending', 'rejected'] as const

export const useMerchantMembers = (): readonly Member<WriteMerchant>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const language = useLanguage()
  return [
    { name: 'name', label: record.name, isRequired: true, maxLength: 200 },
    { name: 'external_id', label: words.external, maxLength: 100 },
    { name: 'legal_name', label: words.legalName, maxLength: 200 },
    { name: 'tax_id', label: words.taxId, maxLength: 20 },
    { name: 'tax_office', label: words.taxOffice, maxLength: 100 },
    { name: 'default_mcc', label: words.mcc, maxLength: 4 },
    { name: 'bkm_member_id', label: words.bkm, maxLength: 50 },
    { name: 'email', label: record.email, maxLength: 200 },
    { name: 'contact_phone', label: record.phone, maxLength: 40 },
    { name: 'city', label: record.city, maxLength: 100 },
    { name: 'district', label: words.district, maxLength: 100 },
    { name: 'address', label: words.address, kind: 'long', maxLength: 500 },
    { name: 'url', label: words.url, maxLength: 500 },
    {
      name: 'status',
      label: words.approval,
      kind: 'pick',
      isRequired: true,
      options: MERCHANT_STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
    },
    { name: 'is_active', label: record.isActive, kind: 'yes' },
  ]
}
