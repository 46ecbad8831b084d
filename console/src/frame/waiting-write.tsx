/**
 * Shown after a write that is only a request: it says that the change has no effect yet, who decides, and links there.
 * It stays until it is closed, or the next write is done.
 */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { followWaitingWrites, forgetWaitingWrite, waitingWrite } from '../api/waiting.ts'
import { Icon } from '../parts/icon.tsx'
import { To } from '../parts/link.tsx'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { TEXTS } from './texts.ts'

const DECIDED_BY = { identity: 'byAdministrator', fraud: 'byAnalyst' } as const

export const WaitingWriteNotice = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const router = useRouter()
  const write = useSyncExternalStore(followWaitingWrites, waitingWrite)
  const by = write === null ? '' : words[DECIDED_BY[write.surface as keyof typeof DECIDED_BY] ?? 'byAnother']
  return (
    <div role="status" className="waiting-place">
      {write !== null && (
        <div className="banner waiting-write">
          <Icon name="warn" />
          <span>
            <strong>{words.notYet}</strong> {by}{' '}
            {'/approvals' in router.routesByPath && (
              <To to="/approvals" search={{ of: 'all' }}>
                {words.whereDecided}
              </To>
            )}
          </span>
          <button type="button" className="icon-button" onClick={forgetWaitingWrite} aria-label={common.close}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
