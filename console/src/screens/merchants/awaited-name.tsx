/**
 * The merchant's requested name, used for payments once a second person agrees; the person who requested it may
 * withdraw it.
 */
import { type ReactNode, useState } from 'react'
import type { Merchant } from '../../../../sdk/src/generated/identity.ts'
import { useMe } from '../../api/me.ts'
import { patchMerchantsById } from '../../generated/operations.ts'
import { countingBody } from '../../parts/record/awaited.tsx'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { PendingNotice } from '../../parts/record/pending-notice.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export const AwaitedName = ({ of }: { of: Merchant }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { person } = useMe()
  const [deed, setDeed] = useState<'confirm' | 'reject' | null>(null)
  const { external_id: counts, awaited_external_id: asked } = of
  const changes = [{ field: words.external, before: counts, after: asked }]
  const isYes = deed === 'confirm'
  const isOwn = of.asked_by === person.id
  const wanted = isYes ? asked : counts
  return (
    <>
      <PendingNotice
        title={words.nameWaits}
        name={of.name ?? of.id}
        change={{ requested_by: of.asked_by, changes }}
        confirm={patchMerchantsById}
        reject={patchMerchantsById}
        onDecide={setDeed}
      />
      {deed !== null && (
        <WriteDialog
          operation={patchMerchantsById}
          // The version that was read is sent along, so that another waiting name is not confirmed by mistake.
          basis={of}
          inputOf={() => ({
            path: { id: of.id },
            body: countingBody({ external_id: wanted }),
          })}
          title={isYes ? record.confirmChange : isOwn ? record.withdrawChange : record.rejectChange}
          hint={
            <>
              {isYes && words.nameHint}
              <DiffTable rows={[[words.external, counts ?? '', asked ?? '']]} />
            </>
          }
          submit={isYes ? record.confirm : isOwn ? record.withdraw : record.reject}
          kind={isYes ? 'primary' : 'danger'}
          said={isYes ? record.confirmed : isOwn ? record.withdrawn : record.rejected}
          onClose={() => setDeed(null)}
        />
      )}
    </>
  )
}
