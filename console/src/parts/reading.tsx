/** The states of reading, shared by all screens: loading, failed, forbidden, not found, outdated, loaded. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { findProblem } from '../api/problem.ts'
import { clock } from '../format/time.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { Icon, type IconName } from './icon.tsx'

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly hint?: ReactNode
  readonly children?: ReactNode
  /** Read out at once by screen readers. */
  readonly isAlert?: boolean
}

export const StateCard = ({ icon, title, hint, children, isAlert = false }: StateProps): ReactNode => (
  <div className="state" role={isAlert ? 'alert' : undefined}>
    <Icon name={icon} />
    <p className="state-title">{title}</p>
    {hint !== undefined && <p>{hint}</p>}
    {children}
  </div>
)

export const Loading = ({ lines = 6 }: { lines?: number }): ReactNode => {
  const words = useTexts(WORDS)
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{words.loading}</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={String(at)} className="bone" />
      ))}
    </div>
  )
}

export const Failed = ({ error, onAgain }: { error: unknown; onAgain?: (() => void) | undefined }): ReactNode => {
  const words = useTexts(WORDS)
  const problem = findProblem(error)
  if (problem?.status === 403) return <StateCard icon="shield" title={words.forbiddenTitle} hint={problem.detail} />
  if (problem?.status === 404)
    return <StateCard icon="search" title={words.nothingHere} hint={words.nothingHereHint} isAlert />
  return (
    <StateCard
      icon="warn"
      title={problem?.title ?? words.failedTitle}
      hint={problem?.detail ?? words.unreachable}
      isAlert
    >
      {problem?.correlation_id !== undefined && (
        <p className="quiet small">
          {words.correlation}: <code>{problem.correlation_id}</code>
        </p>
      )}
      {onAgain && (
        <button type="button" className="button" onClick={onAgain}>
          {words.tryAgain}
        </button>
      )}
    </StateCard>
  )
}

export const Forbidden = (): ReactNode => {
  const words = useTexts(WORDS)
  return <StateCard icon="shield" title={words.forbiddenTitle} hint={words.forbiddenHint} />
}

interface ReadingProps<T> {
  readonly of: UseQueryResult<T, Error>
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** Keeps earlier data visible if the newest response is missing, with a note. */
export const Reading = <T,>({ of, lines, children }: ReadingProps<T>): ReactNode => {
  const again = (): void => void of.refetch()
  if (of.data === undefined)
    return of.isError ? (
      <Failed error={of.error} onAgain={again} />
    ) : (
      <Loading {...(lines === undefined ? {} : { lines })} />
    )
  return (
    <>
      {of.isError && <Stale at={of.dataUpdatedAt} onAgain={again} />}
      <div className={of.isPlaceholderData ? 'aged' : undefined} aria-busy={of.isPlaceholderData}>
        {children(of.data)}
      </div>
    </>
  )
}

const Stale = ({ at, onAgain }: { at: number; onAgain: () => void }): ReactNode => {
  const words = useTexts(WORDS)
  const locale = useLocale()
  const { zone } = useMe()
  return (
    <div className="notice waits" role="status">
      <Icon name="warn" />
      <span>{words.stale(clock(new Date(at).toISOString(), locale, zone))}</span>
      <button type="button" className="link" onClick={onAgain}>
        {words.tryAgain}
      </button>
    </div>
  )
}

/** A part of a page whose loading failed; the rest stays. */
export const Part = <T,>({ of, lines = 3, children }: ReadingProps<T>): ReactNode => {
  const words = useTexts(WORDS)
  if (of.data !== undefined) return children(of.data)
  if (!of.isError) return <Loading lines={lines} />
  const problem = findProblem(of.error)
  return (
    <div className="notice bad" role="alert">
      <Icon name="warn" />
      <span>{problem?.detail ?? words.partial}</span>
      <button type="button" className="link" onClick={() => void of.refetch()}>
        {words.tryAgain}
      </button>
    </div>
  )
}
