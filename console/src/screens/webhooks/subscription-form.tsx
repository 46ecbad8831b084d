/** A form that creates or changes a subscription. */
import { type ReactNode, useState } from 'react'
import type { WebhookSubscription } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { Field } from '../../parts/form.tsx'
import { Part } from '../../parts/reading.tsx'
import { filled, type Values, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import type { Side } from './side.ts'
import { TEXTS } from './texts.ts'

const FIELDS = ['url', 'description', 'max_retry_count'] as const

interface FormProps {
  readonly side: Side
  /** If absent, a new one is created. */
  readonly of?: WebhookSubscription
  readonly onClose: () => void
  readonly onSecret?: (secret: string) => void
}

export const SubscriptionForm = ({ side, of, onClose, onSecret }: FormProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [events, setEvents] = useState<readonly string[]>(of?.events ?? ['*'])
  const bodyOf = ({ url, description, max_retry_count }: Values) => ({
    url: url ?? '',
    description: filled(description),
    max_retry_count: Number(max_retry_count),
    // The operation also accepts a single text.
    events: events.join(','),
  })
  const fields = (
    <>
      <Field
        name="url"
        label={words.url}
        hint={words.urlHint}
        value={of?.url ?? ''}
        isRequired
        maxLength={2000}
        autoComplete="off"
      />
      <Field name="description" label={words.description} value={of?.description ?? ''} maxLength={500} />
      <Field
        name="max_retry_count"
        label={words.retries}
        value={String(of?.max_retry_count ?? 5)}
        inputMode="numeric"
        isRequired
        maxLength={1}
      />
      <EventBoxes side={side} chosen={events} change={setEvents} />
    </>
  )
  return of === undefined ? (
    <WriteDialog
      operation={side.create}
      inputOf={(values) => ({ body: bodyOf(values) })}
      title={words.add}
      submit={words.make}
      fields={FIELDS}
      said={words.added}
      onClose={onClose}
      onDone={({ secret }) => onSecret?.(secret)}
    >
      {fields}
    </WriteDialog>
  ) : (
    <WriteDialog
      operation={side.change}
      basis={of}
      inputOf={(values) => ({ path: { id: of.id }, body: { ...bodyOf(values), is_active: of.is_active } })}
      title={words.edit}
      submit={words.save}
      fields={FIELDS}
      said={words.saved}
      onClose={onClose}
    >
      {fields}
    </WriteDialog>
  )
}

interface BoxesProps {
  readonly side: Side
  readonly chosen: readonly string[]
  readonly change: (events: readonly string[]) => void
}

const EventBoxes = ({ side, chosen, change }: BoxesProps): ReactNode => {
  const words = useTexts(TEXTS)
  const types = useRead(side.types, {})
  const isEvery = chosen.includes('*')
  return (
    <fieldset>
      <legend>{words.events}</legend>
      <Part of={types}>
        {(names) => (
          <div className="stack">
            <label className="check-field">
              <input
                type="checkbox"
                checked={isEvery}
                onChange={({ target }) => change(target.checked ? ['*'] : names)}
              />
              {words.every}
            </label>
            {!isEvery && (
              <div className="check-list">
                {names.map((name) => (
                  <label key={name} className="check-field">
                    <input
                      type="checkbox"
                      checked={chosen.includes(name)}
                      onChange={({ target }) =>
                        change(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
                      }
                    />
                    <code>{name}</code>
                  </label>
                ))}
              </div>
            )}
          </div>
        )}
      </Part>
    </fieldset>
  )
}
