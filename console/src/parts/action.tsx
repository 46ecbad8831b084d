/**
 * A button that names the operation it calls: absent without the permission, and with a reason if it is not possible
 * now.
 */
import { type ReactNode, useId } from 'react'
import { useMay } from '../api/me.ts'
import type { AnyOperation } from '../api/operation.ts'

interface ActionProps {
  readonly operation: AnyOperation
  readonly onPress: () => void
  readonly children: ReactNode
  readonly kind?: 'primary' | 'danger' | 'plain'
  /** Why it is not possible now; the button stays in place and can be focused. */
  readonly reason?: string | null | undefined
  readonly isBusy?: boolean
}

export const Action = ({
  operation,
  onPress,
  children,
  kind = 'plain',
  reason,
  isBusy = false,
}: ActionProps): ReactNode => {
  const may = useMay()
  const id = useId()
  if (!may(operation)) return null
  const isOff = typeof reason === 'string' || isBusy
  return (
    <span className="action">
      <button
        type="button"
        className={`button ${kind}`}
        data-operation={operation.id}
        aria-disabled={isOff}
        aria-describedby={typeof reason === 'string' ? id : undefined}
        onClick={isOff ? undefined : onPress}
      >
        {children}
      </button>
      {typeof reason === 'string' && (
        <span id={id} role="tooltip" className="reason">
          {reason}
        </span>
      )}
    </span>
  )
}
