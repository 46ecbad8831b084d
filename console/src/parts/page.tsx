/** The frame of a screen: its title, the link back, its actions. The title gets the focus when a person arrives. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { To } from './link.tsx'

interface PageProps {
  readonly title: string
  /** Shown next to the title: a state, an amount. */
  readonly beside?: ReactNode
  readonly hint?: ReactNode
  readonly back?: { readonly to: string; readonly text: string }
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Records whether the person came from another screen; at the first load the browser keeps the focus. */
const arrival = { isFirst: true }

export const Page = ({ title, beside, hint, back, actions, children }: PageProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Vezne`
  }, [title])
  useEffect(() => {
    if (!arrival.isFirst) heading.current?.focus({ preventScroll: true })
    arrival.isFirst = false
  }, [])
  return (
    <>
      <header className="page-head">
        {back && (
          <To to={back.to} className="back">
            <Icon name="left" />
            {back.text}
          </To>
        )}
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {hint !== undefined && <p className="page-hint">{hint}</p>}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** A section of a page with a title. */
export const Card = ({
  title,
  beside,
  children,
  className = '',
}: {
  title?: string | undefined
  beside?: ReactNode
  children: ReactNode
  className?: string
}): ReactNode => (
  <section className={`card ${className}`} aria-label={title}>
    {title !== undefined && (
      <div className="card-head">
        <h2>{title}</h2>
        {beside}
      </div>
    )}
    {children}
  </section>
)

/** Names and values, in two columns if there is room. A row without a value is left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode => (
  <dl className="facts">
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
