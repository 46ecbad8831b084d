/** The person's passkeys: their names, when they were used, adding one and removing one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callOwn } from '../../api/call.ts'
import { ME_KEY } from '../../api/me.ts'
import { hasPasskeys, isRefusedByPerson, makePasskey } from '../../api/passkeys.ts'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FormProblem, WriteForm } from '../../parts/form.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { PASSKEY_TEXTS } from './texts.ts'

interface Passkey {
  readonly id: string
  readonly name: string
  readonly is_synced: boolean
  readonly created: string
  readonly used_at: string | null
}
interface Passkeys {
  /** Origins on which browsers may offer them; none if empty. */
  readonly origins: readonly string[]
  readonly items: readonly Passkey[]
}
const KEY = ['passkeys'] as const

export const PasskeysCard = (): ReactNode => {
  const words = useTexts(PASSKEY_TEXTS)
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const passkeys = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callOwn<Passkeys>('GET', 'passkeys', undefined, { signal }),
  })
  const done = (said: string): void => {
    announce(said)
    void client.invalidateQueries({ queryKey: KEY })
    void client.invalidateQueries({ queryKey: ME_KEY })
  }
  const remove = useMutation({
    mutationFn: (id: string) => callOwn('DELETE', `passkeys/${id}`),
    onSuccess: () => done(words.removed),
  })
  const columns = useColumns((id) => remove.mutate(id))
  const isHere = hasPasskeys(passkeys.data?.origins ?? [])
  return (
    <Card
      title={words.title}
      beside={
        isHere && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        )
      }
    >
      <p className="quiet">{words.hint}</p>
      <FormProblem error={remove.error} />
      <Part of={passkeys}>
        {({ origins, items }) => (
          <>
            {!isHere && <Elsewhere origins={origins} />}
            {items.length > 0 && (
              <Table caption={words.title} columns={columns} rows={items} keyOf={({ id }) => id} noteOf={noteOf} />
            )}
          </>
        )}
      </Part>
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            done(words.added)
          }}
        />
      )}
    </Card>
  )
}

const noteOf = ({ used_at }: Passkey): ReactNode => used_at !== null && <Ago at={used_at} />

/** A sandbox is reached by its IP address, on which browsers do not offer passkeys. */
const Elsewhere = ({ origins: [origin] }: { origins: readonly string[] }): ReactNode => {
  const words = useTexts(PASSKEY_TEXTS)
  if (origin === undefined || origin === location.origin) return <p className="quiet">{words.nowhere}</p>
  return (
    <p>
      {words.elsewhere} <a href={`${origin}/console/account`}>{origin}</a>
    </p>
  )
}

const AddDialog = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }): ReactNode => {
  const words = useTexts(PASSKEY_TEXTS)
  const add = useMutation({ mutationFn: makePasskey, onSuccess: onDone })
  return (
    <Dialog title={words.add} isOpen onClose={onClose} isFirm>
      <p>{words.addHint}</p>
      <div role="alert">{isRefusedByPerson(add.error) && <p className="notice bad">{words.refused}</p>}</div>
      <WriteForm
        error={isRefusedByPerson(add.error) ? null : add.error}
        isBusy={add.isPending}
        fields={['name']}
        submit={words.goOn}
        onSubmit={({ name }) => add.mutate(name ?? '')}
        onCancel={onClose}
      >
        <Field name="name" label={words.name} hint={words.nameHint} maxLength={60} isRequired takesFocus />
      </WriteForm>
    </Dialog>
  )
}

const useColumns = (onRemove: (id: string) => void): Column<Passkey>[] => {
  const words = useTexts(PASSKEY_TEXTS)
  const common = useTexts(WORDS)
  return [
    { head: words.name, cell: ({ name }) => name },
    { head: words.kind, cell: ({ is_synced: isSynced }) => (isSynced ? words.synced : words.oneDevice) },
    { head: words.made, cell: ({ created }) => <Time at={created} /> },
    { head: words.used, cell: ({ used_at: at }) => (at === null ? words.never : <Ago at={at} />) },
    {
      head: common.actions,
      isKept: true,
      cell: ({ id, name }) => (
        <button type="button" className="button" onClick={() => onRemove(id)}>
          {words.remove}
          <span className="unseen">: {name}</span>
        </button>
      ),
    },
  ]
}
