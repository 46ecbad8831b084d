/** A custom test card. */
import type { ReactNode } from 'react'
import type {
  CardBrand,
  CardSchemaType,
  CardType,
  TestCardExpectedResult,
} from '../../../../sdk/src/generated/cards.ts'
import { postTestCards } from '../../generated/operations.ts'
import { Field } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { RESULTS } from './results.ts'
import { TEXTS } from './texts.ts'

export const SCHEMES: readonly CardSchemaType[] = ['Visa', 'MasterCard', 'Amex', 'Troy', 'UnionPay', 'Proprietary']
export const TYPES: readonly CardType[] = ['Credit', 'Debit', 'Prepaid']
const BRAND: CardBrand = 'Other'
const FIELDS = [
  'card_number',
  'expiry_month',
  'expiry_year',
  'custom_error_code',
  'simulated_delay_ms',
  'label',
] as const

const toNumber = (text: string | undefined): number | undefined => {
  const given = filled(text)
  return given === undefined ? undefined : Number(given)
}

export const NewCard = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={postTestCards}
      inputOf={(values) => ({
        body: {
          card_number: (values.card_number ?? '').replaceAll(/\s/g, ''),
          expiry_month: Number(values.expiry_month),
          expiry_year: Number(values.expiry_year),
          card_schema_type: values.card_schema_type as CardSchemaType,
          card_type: values.card_type as CardType,
          card_brand: BRAND,
          expected_result: values.expected_result as TestCardExpectedResult,
          custom_error_code: filled(values.custom_error_code),
          simulated_delay_ms: toNumber(values.simulated_delay_ms),
          label: filled(values.label),
        },
      })}
      title={words.add}
      submit={words.make}
      fields={FIELDS}
      said={words.added}
      onClose={onClose}
    >
      <Field
        name="card_number"
        label={words.cardNumber}
        isRequired
        maxLength={24}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field name="expiry_month" label={words.month} value="12" isRequired maxLength={2} inputMode="numeric" />
      <Field name="expiry_year" label={words.year} value="2030" isRequired maxLength={4} inputMode="numeric" />
      <PickField name="card_schema_type" label={words.scheme} options={SCHEMES.map((each) => [each, each])} />
      <PickField name="card_type" label={words.type} options={TYPES.map((each) => [each, words[each]])} />
      <PickField name="expected_result" label={words.result} options={RESULTS.map((each) => [each, words[each]])} />
      <Field name="custom_error_code" label={words.customCode} maxLength={10} autoComplete="off" />
      <Field name="simulated_delay_ms" label={words.delayMs} maxLength={6} inputMode="numeric" autoComplete="off" />
      <Field name="label" label={words.label} maxLength={100} />
    </WriteDialog>
  )
}
