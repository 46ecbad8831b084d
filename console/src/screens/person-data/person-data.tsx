/** The data stored about a person: saved as a file on request, or erased permanently. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { postTenantsMePersonDataErase, postTenantsMePersonDataExport } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card, Facts, Page } from '../../parts/page.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { filled, type Values } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'
import { type Erased, erasePerson, exportPerson, type Person } from './walk-person.ts'

const PersonData = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<'export' | 'erase' | null>(null)
  const [erased, setErased] = useState<Erased | null>(null)
  const close = (): void => setDeed(null)
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <>
          <Action operation={postTenantsMePersonDataExport} onPress={() => setDeed('export')}>
            <Icon name="download" />
            {words.export}
          </Action>
          <Action operation={postTenantsMePersonDataErase} onPress={() => setDeed('erase')} kind="danger">
            {words.erase}
          </Action>
        </>
      }
    >
      <div className="stack">
        {erased !== null && <Result of={erased} />}
        <What />
      </div>
      {deed === 'export' && <ExportDialog onClose={close} />}
      {deed === 'erase' && <EraseDialog onClose={close} onErased={setErased} />}
    </Page>
  )
}

const What = (): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <Card title={words.eraseTitle}>
      <p>
        <strong>{words.eraseHint}</strong>
      </p>
      <Points title={words.goes} points={[words.goes1, words.goes2, words.goes3]} />
      <Points title={words.stays} points={[words.stays1, words.stays2, words.stays3]} />
    </Card>
  )
}

const Points = ({ title, points }: { title: string; points: readonly string[] }): ReactNode => (
  <>
    <h3>{title}</h3>
    <ul>
      {points.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  </>
)

const personOf = ({ by, value = '' }: Values): Person =>
  by === 'identity_number' ? { identity_number: value.trim() } : { email: value.trim() }

const PersonFields = (): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <>
      <PickField
        name="by"
        label={words.by}
        options={[
          ['email', words.email],
          ['identity_number', words.identity_number],
        ]}
      />
      <Field name="value" label={words.value} isRequired maxLength={254} autoComplete="off" />
    </>
  )
}

const ExportDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const save = useMutation<number, Error, Person>({
    mutationFn: async (person) => {
      const records = await exportPerson(person)
      saveFile('person-data.json', JSON.stringify({ records }, null, 2), 'application/json')
      return records.length
    },
    onSuccess: (count) => announce(words.exported(count.toLocaleString(locale))),
  })
  return (
    <Dialog title={words.exportTitle} isOpen onClose={onClose} isFirm>
      <p>{words.exportHint}</p>
      {save.data !== undefined && (
        <p role="status">{save.data === 0 ? words.nothing : words.exported(save.data.toLocaleString(locale))}</p>
      )}
      <WriteForm
        error={save.error}
        isBusy={save.isPending}
        fields={[]}
        submit={words.export}
        onSubmit={(values) => save.mutate(personOf(values))}
        onCancel={onClose}
      >
        <PersonFields />
      </WriteForm>
    </Dialog>
  )
}

interface EraseProps {
  readonly onClose: () => void
  readonly onErased: (erased: Erased) => void
}

const EraseDialog = ({ onClose, onErased }: EraseProps): ReactNode => {
  const words = useTexts(TEXTS)
  const erase = useMutation<Erased, Error, Person>({
    mutationFn: erasePerson,
    onSuccess: (answer) => {
      announce(words.erased)
      onErased(answer)
      onClose()
    },
  })
  return (
    <Dialog title={words.eraseTitle} isOpen onClose={onClose} isFirm>
      <div className="notice waits">
        <Icon name="warn" />
        <span>{words.eraseHint}</span>
      </div>
      <Points title={words.goes} points={[words.goes1, words.goes2, words.goes3]} />
      <WriteForm
        error={erase.error}
        isBusy={erase.isPending}
        fields={[]}
        submit={words.erase}
        kind="danger"
        onSubmit={(values) => filled(values.value) !== undefined && erase.mutate(personOf(values))}
        onCancel={onClose}
      >
        <PersonFields />
        <label className="check-field">
          <input type="checkbox" name="sure" required />
          <span>{words.sure}</span>
        </label>
      </WriteForm>
    </Dialog>
  )
}

const Result = ({ of }: { of: Erased }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const reasons: Readonly<Record<string, string>> = words as unknown as Readonly<Record<string, string>>
  const erased = of.erased.filter(({ count }) => count > 0)
  const kept = of.kept.filter(({ count }) => count > 0)
  return (
    <Card title={words.done}>
      {erased.length + kept.length === 0 && <p>{words.nothing}</p>}
      <Facts rows={erased.map(({ kind, count }) => [words[kind], count.toLocaleString(locale)])} />
      {kept.length > 0 && (
        <>
          <h3>{words.kept}</h3>
          <ul>
            {kept.map(({ kind, reason, count }) => (
              <li key={`${kind} ${reason}`}>
                {words[kind]}: {count.toLocaleString(locale)}, {reasons[reason] ?? reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

export default PersonData
