/** Buttons at the end of a row; each names its row for screen readers. */
import type { ReactNode } from 'react'
import type { AnyOperation } from '../../api/operation.ts'
import { Action } from '../action.tsx'

interface RowActionProps {
  readonly operation: AnyOperation
  readonly text: string
  /** Name of the row. */
  readonly of: string
  readonly reason?: string | null
  readonly onPress: () => void
}

export const RowAction = ({ operation, text, of, reason, onPress }: RowActionProps): ReactNode => (
  <Action operation={operation} reason={reason} onPress={onPress}>
    {text}
    <span className="unseen">: {of}</span>
  </Action>
)
