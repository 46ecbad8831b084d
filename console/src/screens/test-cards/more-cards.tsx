/** Changes a test card, and creates many at random. */
import type { ReactNode } from 'react'
import type { GenerateTestCards, TestCard, UpdateTestCard } from '../../../../sdk/src/generated/cards.ts'
import { getTestCardsById, postTestCardsGenerate, putTestCardsById } from '../../generated/operations.ts'
import type { Member } from '../../parts/record/members.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { SCHEMES, TYPES } from './new-card.tsx'
import { RESULTS } from './results.ts'
import { TEXTS } from './texts.ts'

type Kind = Pick<GenerateTestCards, 'card_schema_type' | 'card_type' | 'expected_result'>

/** The fields every card has. */
const useKind = (): readonly Member<Kind>[] => {
  const words = useTexts(TEXTS)
  return [
    {
      name: 'card_schema_type',
      label: words.scheme,
      kind: 'pick',
      isRequired: true,
      options: SCHEMES.map((each) => [each, each]),
    },
    {
      name: 'card_type',
      label: words.type,
      kind: 'pick',
      isRequired: true,
      options: TYPES.map((each) => [each, words[each]]),
    },
    {
      name: 'expected_result',
      label: words.result,
      kind: 'pick',
      isRequired: true,
      options: RESULTS.map((each) => [each, words[each]]),
    },
  ]
}

export const ChangeCard = ({ of, onClose }: { of: TestCard; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const kind = useKind()
  const members: readonly Member<UpdateTestCard>[] = [
    { name: 'expiry_month', label: words.month, kind: 'count', isRequired: true, maxLength: 2 },
    { name: 'expiry_year', label: words.year, kind: 'count', isRequired: true, maxLength: 4 },
    ...kind,
    { name: 'custom_error_code', label: words.customCode, maxLength: 10 },
    { name: 'simulated_delay_ms', label: words.delayMs, kind: 'count', maxLength: 6 },
    { name: 'label', label: words.label, maxLength: 100 },
  ]
  return (
    <RecordDialog
      operation={putTestCardsById}
      reads={getTestCardsById}
      path={{ id: of.id }}
      title={words.change}
      members={members}
      keeps={{
        card_holder_name: of.card_holder_name,
        cvv: of.cvv,
        card_brand: of.card_brand,
        custom_error_message: of.custom_error_message,
        extra_properties_dict: of.extra_properties_dict,
      }}
      onClose={onClose}
    />
  )
}

export const ManyCards = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const kind = useKind()
  const members: readonly Member<GenerateTestCards>[] = [
    { name: 'count', label: words.howMany, kind: 'count', isRequired: true, maxLength: 3 },
    ...kind,
    { name: 'bin_prefix', label: words.beginsWith, maxLength: 8 },
  ]
  return (
    <RecordDialog
      operation={postTestCardsGenerate}
      title={words.many}
      submit={words.make}
      said={words.manyMade}
      members={members}
      of={{ count: 10, expected_result: 'Success' }}
      keeps={{ card_brand: 'Other' }}
      onClose={onClose}
    />
  )
}
