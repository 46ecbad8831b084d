/**
 * The fault of a field. It appears on submit, from the form's own check or from the service, and disappears when the
 * field is typed in. Nothing changes when a field is left: that would move the button from under the pointer that is
 * pressing it, and the click would do nothing.
 */
import { createContext, type InvalidEvent, type RefObject, useCallback, useContext, useEffect, useState } from 'react'
import { faultsByField } from '../api/problem.ts'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

interface RefusedFields {
  readonly faults: Readonly<Record<string, string>>
  readonly noteTyped: (name: string) => void
}

/**
 * Faults the service returned for fields of a form. They never keep the form from being sent again, because another
 * field may be the one to correct.
 */
export const RefusedFieldsContext = createContext<RefusedFields>({ faults: {}, noteTyped: () => undefined })

export const useRefusedFields = (error: unknown): RefusedFields => {
  const [faults, setFaults] = useState<Record<string, string>>({})
  useEffect(() => setFaults(faultsByField(error)), [error])
  const noteTyped = useCallback(
    (name: string) =>
      setFaults((all) =>
        name in all ? Object.fromEntries(Object.entries(all).filter(([each]) => each !== name)) : all,
      ),
    [],
  )
  return { faults, noteTyped }
}

export const useFieldFault = (
  name: string,
  control: RefObject<TextControl | null>,
  validate: ((value: string) => string | null) | undefined,
) => {
  const words = useTexts(WORDS)
  const { faults, noteTyped } = useContext(RefusedFieldsContext)
  const [own, setOwn] = useState<string | null>(null)
  // The browser does not submit the form as long as a control has a fault.
  const check = useCallback(
    (input: TextControl): string | null => {
      input.setCustomValidity(validate?.(input.value) ?? '')
      if (input.validity.valid) return null
      return input.validity.valueMissing ? words.required : input.validationMessage
    },
    [validate, words],
  )
  useEffect(() => {
    if (control.current) check(control.current)
  }, [control, check])
  return {
    fault: own ?? faults[name],
    onInvalid: (event: InvalidEvent<TextControl>) => {
      event.preventDefault() // prevents the browser's own bubble
      setOwn(check(event.currentTarget))
      if (event.currentTarget.form?.querySelector(':is(input, select, textarea):invalid') === event.currentTarget)
        event.currentTarget.focus()
    },
    onTyped: () => {
      noteTyped(name)
      const found = control.current && check(control.current)
      setOwn((shown) => (shown === null ? null : found))
    },
  }
}
