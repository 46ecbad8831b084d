/** The bank's file of a reconciliation: who vouches for it, and what waits; only a second person confirms it. */
import { type ReactNode, useState } from 'react'
import type { BankFile } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getReconciliationsFiles,
  postReconciliationsFilesByIdConfirm,
  postReconciliationsFilesByIdReject,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Card, Facts } from '../../parts/page.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { Actor, Amount, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Deed = 'confirm' | 'reject'

export const BankFileCard = ({
  reconciliationId,
  isOpen,
}: {
  reconciliationId: string
  isOpen: boolean
}): ReactNode => {
  const may = useMay()
  const query = { reconciliation_id: reconciliationId }
  const files = useRead(getReconciliationsFiles, { query }, { isOn: may(getReconciliationsFiles) })
  const mayConfirm = may(getReconciliationsFiles, postReconciliationsFilesByIdConfirm)
  const mine = useRead(getReconciliationsFiles, { query: { ...query, waits_for: 'me' } }, { isOn: mayConfirm })
  return files.data?.items.map((file) => (
    <OneFile
      key={file.id}
      file={file}
      isOpen={isOpen}
      isMine={mine.data === undefined ? null : mine.data.items.some(({ id }) => id === file.id)}
    />
  ))
}

interface FileProps {
  readonly file: BankFile
  readonly isOpen: boolean
  /** Null if it is not known. */
  readonly isMine: boolean | null
}

const OneFile = ({ file, isOpen, isMine }: FileProps): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const [deed, setDeed] = useState<Deed | null>(null)
  const isWaiting = file.status === 'waiting'
  const isRejecting = file.awaits === 'rejection'
  return (
    <Card
      title={words.fileName(String(file.number), file.merchant_number)}
      beside={isWaiting && <Status value="waiting" />}
    >
      {isWaiting && <p>{words.fileWaitsHint}</p>}
      {isRejecting && (
        <p className="notice waits">
          {words.rejectionWaits} · <Actor id={file.asked_by} />
        </p>
      )}
      <Facts
        rows={[
          [words.came, words[file.origin as 'folder' | 'machine' | 'person' | 'earlier']],
          [
            words.sentBy,
            file.origin === 'folder' ? null : (
              <span key="s">
                <Actor id={file.taken_by} /> · <Time at={file.taken_at} />
              </span>
            ),
          ],
          [
            words.rowsOfFile,
            <span key="r">
              {file.row_count.toLocaleString(locale)} · <Amount minor={file.gross} currency={file.currency} />
            </span>,
          ],
          [
            words.confirmedBy,
            file.confirmed_at && (
              <span key="c">
                <Actor id={file.confirmed_by} /> · <Time at={file.confirmed_at} />
              </span>
            ),
          ],
        ]}
      />
      {isOpen && (
        <div className="row-actions">
          {isWaiting && (
            <Action
              operation={postReconciliationsFilesByIdConfirm}
              reason={isMine === false ? words.ownFile : null}
              kind="primary"
              onPress={() => setDeed('confirm')}
            >
              {words.confirmFile}
            </Action>
          )}
          <Action
            operation={postReconciliationsFilesByIdReject}
            reason={isRejecting && isMine === false ? record.ownChange : null}
            onPress={() => setDeed('reject')}
          >
            {words.rejectFile}
          </Action>
        </div>
      )}
      {deed !== null && <DecideDialog deed={deed} file={file} onClose={() => setDeed(null)} />}
    </Card>
  )
}

const DecideDialog = ({ deed, file, onClose }: { deed: Deed; file: BankFile; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  if (deed === 'confirm')
    return (
      <RecordDialog
        operation={postReconciliationsFilesByIdConfirm}
        path={{ id: file.id }}
        title={words.confirmFileTitle}
        hint={words.confirmFileHint}
        members={[]}
        submit={words.confirmFile}
        said={words.fileConfirmed}
        onClose={onClose}
      />
    )
  return (
    <RecordDialog
      operation={postReconciliationsFilesByIdReject}
      path={{ id: file.id }}
      title={words.rejectFileTitle}
      hint={file.status === 'taken' ? words.rejectCountingHint : words.rejectFileHint}
      members={[{ name: 'reason', label: common.reason, kind: 'long', maxLength: 500 }]}
      submit={words.rejectFile}
      kind="danger"
      said={file.status === 'taken' && file.awaits === null ? words.fileRejectionAsked : words.fileRejected}
      onClose={onClose}
    />
  )
}
