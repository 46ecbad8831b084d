/**
 * The actions of a row behind one button: only those the person may take, with the reason if one is not possible now.
 */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useMay } from '../../api/me.ts'
import type { AnyOperation } from '../../api/operation.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { Icon } from '../icon.tsx'
import { RowAction } from './row-action.tsx'
import { RECORD } from './texts.ts'

export interface RowDeed {
  readonly operation: AnyOperation
  readonly text: string
  readonly reason?: string | null
  readonly onPress: () => void
}

export const RowMenu = ({ of, deeds }: { of: string; deeds: readonly RowDeed[] }): ReactNode => {
  const words = useTexts(RECORD)
  const may = useMay()
  const open = deeds.filter(({ operation }) => may(operation))
  const [only] = open
  if (only === undefined) return null
  if (open.length === 1) return <RowAction of={of} {...only} />
  return (
    <MenuTrigger>
      <Button className="button">
        {words.actions}
        <span className="unseen">: {of}</span>
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={`${words.actions}: ${of}`}>
          {open.map(({ operation, text, reason = null, onPress }) => (
            <MenuItem
              key={text}
              textValue={text}
              data-operation={operation.id}
              isDisabled={reason !== null}
              onAction={onPress}
            >
              <span>
                {text}
                {reason !== null && <span className="block small quiet">{reason}</span>}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
