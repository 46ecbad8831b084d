/** The members of an organization that the platform decides. */
import type { SetPaymentPolicy } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getPlatformPlans } from '../../generated/operations.ts'
import type { Member, Options } from '../../parts/record/members.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

const PLANS = 100

export const usePlanOptions = (): Options => {
  const may = useMay()
  const plans = useRead(getPlatformPlans, { query: { page: 1, page_size: PLANS } }, { isOn: may(getPlatformPlans) })
  return (plans.data?.items ?? []).map(({ id, name }) => [id, name])
}

export const usePolicyMembers = (): readonly Member<SetPaymentPolicy>[] => {
  const words = useTexts(TEXTS)
  return [
    {
      name: 'preferred_three_d_flow',
      label: words.flow,
      kind: 'pick',
      isRequired: true,
      options: (['standard', 'pay', 'hosted'] as const).map((each) => [each, words[each]]),
    },
    { name: 'allow_non_3d', label: words.allowNon3d, kind: 'yes' },
  ]
}
