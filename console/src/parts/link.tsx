/** Links of the console: real addresses, so that a new tab and a copy work. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ToProps {
  readonly to: string
  readonly search?: Readonly<Record<string, string>> | undefined
  readonly className?: string
  readonly children: ReactNode
  readonly onClick?: () => void
}

export const To = ({ to, search, className, children, onClick }: ToProps): ReactNode => (
  <Link
    to={to}
    search={search ?? {}}
    preload="intent"
    activeOptions={{ includeSearch: false, exact: to === '/' }}
    {...(className === undefined ? {} : { className })}
    {...(onClick === undefined ? {} : { onClick })}
  >
    {children}
  </Link>
)
