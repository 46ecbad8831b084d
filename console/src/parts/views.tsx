/** Saved views: the filters of a list under a name. They belong to the person, in every browser they sign in with. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { callOwn } from '../api/call.ts'
import { ME_KEY, type Me, type Preferences, type SavedView, useMe } from '../api/me.ts'
import { findProblem } from '../api/problem.ts'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { type Search, useAddress } from './address.ts'
import { announce } from './announce.tsx'

const NAME_CHARS_MAX = 60
type Named = SavedView & { readonly id: string }

export const Views = ({ isNarrowed }: { isNarrowed: boolean }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const [search, change] = useAddress()
  const { views, screen } = useViews()
  const write = useWriteViews()
  const [isNaming, setNaming] = useState(false)
  const present = toKey(search)
  const current = views.find((view) => toKey(view.search) === present)
  const apply = (view: Named | undefined): void =>
    change({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...view?.search })
  const save = (name: string): void => {
    const id = views.find((view) => view.name === name)?.id ?? crypto.randomUUID()
    write.mutate(
      { [id]: { screen, name, search: withoutPage(search) } },
      {
        onSuccess: () => {
          setNaming(false)
          announce(words.saved(name))
        },
      },
    )
  }
  return (
    <>
      {views.length > 0 && <Choice views={views} current={current} onChoose={apply} />}
      {current === undefined && isNarrowed && !isNaming && (
        <button type="button" className="link" onClick={() => setNaming(true)}>
          {words.save}
        </button>
      )}
      {current === undefined && isNarrowed && isNaming && (
        <Naming isBusy={write.isPending} onSave={save} onCancel={() => setNaming(false)} />
      )}
      {current !== undefined && (
        <button
          type="button"
          className="link"
          disabled={write.isPending}
          onClick={() =>
            write.mutate({ [current.id]: null }, { onSuccess: () => announce(words.removed(current.name)) })
          }
        >
          {words.remove}
        </button>
      )}
      <span role="alert" className="fault">
        {write.isError && (findProblem(write.error)?.detail ?? common.lostAnswer)}
      </span>
    </>
  )
}

interface ChoiceProps {
  readonly views: readonly Named[]
  readonly current: Named | undefined
  readonly onChoose: (view: Named | undefined) => void
}

const Choice = ({ views, current, onChoose }: ChoiceProps): ReactNode => {
  const words = useTexts(TEXTS)
  const id = useId()
  return (
    <div className="pick">
      <label htmlFor={id}>{words.view}</label>
      <select
        id={id}
        value={current?.id ?? ''}
        onChange={(event) => onChoose(views.find((view) => view.id === event.target.value))}
      >
        <option value="">{words.none}</option>
        {views.map((view) => (
          <option key={view.id} value={view.id}>
            {view.name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface NamingProps {
  readonly isBusy: boolean
  readonly onSave: (name: string) => void
  readonly onCancel: () => void
}

const Naming = ({ isBusy, onSave, onCancel }: NamingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    if (name !== '') onSave(name)
  }
  return (
    <form className="naming" onSubmit={submit}>
      <div className="pick">
        <label htmlFor={id}>{words.name}</label>
        <input id={id} ref={input} maxLength={NAME_CHARS_MAX} required autoComplete="off" />
      </div>
      <button type="submit" className="button" disabled={isBusy}>
        {words.save}
      </button>
      <button type="button" className="link" onClick={onCancel}>
        {common.cancel}
      </button>
    </form>
  )
}

/** Returns the views of the open screen, by name. */
const useViews = (): { views: readonly Named[]; screen: string } => {
  const { preferences } = useMe()
  const locale = useLocale()
  const screen = useRouterState({ select: ({ location }) => location.pathname })
  const views = Object.entries(preferences?.views ?? {})
    .filter(([, view]) => view.screen === screen)
    .map(([id, view]) => ({ ...view, id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return { views, screen }
}

/** Null removes a view; views saved in other tabs are kept. */
const useWriteViews = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (views: Readonly<Record<string, SavedView | null>>) =>
      callOwn<Preferences>('PATCH', 'preferences', { views }),
    onSuccess: (preferences) => client.setQueryData<Me>(ME_KEY, (me) => me && { ...me, preferences }),
  })
}

const withoutPage = ({ page: _, ...search }: Search): Search => search
const toKey = (search: Search): string => JSON.stringify(Object.entries(withoutPage(search)).sort())

const TEXTS = texts(
  {
    view: 'View',
    none: 'None',
    name: 'Name of the view',
    save: 'Save view',
    remove: 'Delete view',
    saved: (name: string) => `View ${name} saved`,
    removed: (name: string) => `View ${name} deleted`,
  },
  {
    view: 'Görünüm',
    none: 'Yok',
    name: 'Görünümün adı',
    save: 'Görünümü kaydet',
    remove: 'Görünümü sil',
    saved: (name: string) => `${name} görünümü kaydedildi`,
    removed: (name: string) => `${name} görünümü silindi`,
  },
)
