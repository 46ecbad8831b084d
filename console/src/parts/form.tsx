/**
 * Forms: a field with its label, hint and fault; a problem of the service is shown at the field it names, otherwise
 * above.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { findProblem } from '../api/problem.ts'
import { amountText, readAmount, typedAmount } from '../format/money.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { RefusedFieldsContext, useFieldFault, useRefusedFields } from './field-fault.ts'
import { Icon } from './icon.tsx'

/** Shows why a write failed; faults that name a field of the form are shown at that field instead. */
export const FormProblem = ({
  error,
  fields = [],
  basis,
}: {
  error: unknown
  fields?: readonly string[]
  basis?: object | undefined
}): ReactNode => {
  const words = useTexts(WORDS)
  const locale = useLocale()
  const problem = findProblem(error)
  const elsewhere = (problem?.errors ?? []).filter(({ field }) => !fields.includes(field))
  if (problem && basis !== undefined && isChangedMeanwhile(error))
    return (
      <div role="alert">
        <ChangedMeanwhile problem={problem} basis={basis} />
      </div>
    )
  return (
    <div role="alert">
      {error !== null && error !== undefined && (
        <div className="notice bad">
          <Icon name="warn" />
          <span>
            {problem && <strong className="block">{problem.title}</strong>}
            {problem?.detail ?? words.lostAnswer}
            {problem?.advice && <span className="block small">{sentence(problem.advice, locale)}</span>}
            {elsewhere.map(({ field, message }) => (
              <span key={field} className="block">
                <code>{field}</code> {message}
              </span>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}

/** Returns the advice as a complete sentence. */
const sentence = (advice: string, locale: string): string =>
  `${advice.slice(0, 1).toLocaleUpperCase(locale)}${advice.slice(1)}.`

const isChangedMeanwhile = (error: unknown): boolean => findProblem(error)?.code === 'precondition_failed'

interface WriteFormProps {
  readonly error: unknown
  readonly isBusy: boolean
  /** Names of the fields inside, as the interface spells them. */
  readonly fields: readonly string[]
  readonly submit: string
  /** The version that was read and is being changed. */
  readonly basis?: object | undefined
  readonly kind?: 'primary' | 'danger'
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void
  readonly onCancel?: () => void
  readonly children: ReactNode
}

export const WriteForm = (props: WriteFormProps): ReactNode => {
  const { error, isBusy, fields, basis, kind = 'primary', onSubmit, onCancel, children } = props
  const words = useTexts(WORDS)
  const refused = useRefusedFields(error)
  const submit = isChangedMeanwhile(error) ? words.overwrite : props.submit
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (isBusy) return
    const entries = [...new FormData(event.currentTarget)].filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    )
    onSubmit(Object.fromEntries(entries))
  }
  return (
    <form className="form" onSubmit={send}>
      <FormProblem error={error} fields={fields} basis={basis} />
      <RefusedFieldsContext value={refused}>{children}</RefusedFieldsContext>
      <div className="form-end">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
        <button type="submit" className={`button ${kind}`} aria-disabled={isBusy}>
          {isBusy ? `${words.working} …` : submit}
        </button>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly value?: string
  readonly type?: string
  readonly isRequired?: boolean
  readonly isLong?: boolean
  readonly autoComplete?: string
  readonly inputMode?: 'decimal' | 'numeric' | 'text'
  readonly maxLength?: number
  readonly takesFocus?: boolean
  readonly validate?: (value: string) => string | null
}

export const Field = (props: FieldProps): ReactNode => {
  const words = useTexts(WORDS)
  const { name, label, hint, value, type, isRequired = false, isLong = false, takesFocus, validate } = props
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { fault, onInvalid, onTyped } = useFieldFault(name, control, validate)
  const checked = { ref: control, required: isRequired, onInvalid }
  return (
    <TextField
      className="field"
      name={name}
      onChange={onTyped}
      validationBehavior="aria"
      isInvalid={fault !== undefined}
      isRequired={isRequired}
      {...(value === undefined ? {} : { defaultValue: value })}
      {...(type === undefined ? {} : { type })}
      {...(props.autoComplete === undefined ? {} : { autoComplete: props.autoComplete })}
      {...(props.inputMode === undefined ? {} : { inputMode: props.inputMode })}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
      {...(takesFocus ? { autoFocus: true } : {})}
    >
      <Label>
        {label}
        {!isRequired && <span className="quiet small"> · {words.optional}</span>}
      </Label>
      {isLong ? <TextArea rows={3} {...checked} /> : <Input {...checked} />}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  )
}

/** An amount of a currency as people write it; the form contains the text, and `readAmount` returns the minor units. */
export const AmountField = ({
  name,
  label,
  currency,
  most,
}: {
  name: string
  label: string
  currency: string
  /** The largest amount allowed, which is also the initial value. */
  most: number
}): ReactNode => {
  const words = useTexts(WORDS)
  const locale = useLocale()
  const check = (typed: string): string | null => {
    const minor = readAmount(typed, currency, locale)
    if (minor === null || minor === 0) return words.amountUnreadable
    return minor > most ? words.amountTooMuch(`${amountText(most, currency, locale)} ${currency}`) : null
  }
  return (
    <Field
      name={name}
      label={`${label} (${currency})`}
      value={typedAmount(most, currency, locale)}
      hint={words.amountTooMuch(`${amountText(most, currency, locale)} ${currency}`)}
      inputMode="decimal"
      autoComplete="off"
      isRequired
      validate={check}
    />
  )
}

/** Runs once after it becomes true, for example to close a dialog when its write is done. */
export const useOnDone = (isDone: boolean, then: () => void): void => {
  const [wasDone, setDone] = useState(false)
  const act = useRef(then)
  act.current = then
  useEffect(() => {
    if (isDone && !wasDone) act.current()
    setDone(isDone)
  }, [isDone, wasDone])
}
