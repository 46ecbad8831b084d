/** Documents that are sent with the response. */
import { type ReactNode, useState } from 'react'
import type { ChargebackEvidence } from '../../../../sdk/src/generated/cards.ts'
import { buildAddress } from '../../api/call.ts'
import { useRead, useWrite } from '../../api/data.ts'
import {
  deleteChargebacksByIdEvidenceByEvidenceId,
  getChargebacksByIdEvidence,
  getChargebacksByIdEvidenceByEvidenceId,
  postChargebacksByIdEvidence,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, useOnDone, WriteForm } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { FileField } from '../../parts/record/file-field.tsx'
import { RemoveDialog } from '../../parts/record/record-dialog.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/values.tsx'
import { filled } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

const TYPES = 'application/pdf,image/png,image/jpeg'

export const Evidence = ({ id, isOpen }: { id: string; isOpen: boolean }): ReactNode => {
  const words = useTexts(TEXTS)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<ChargebackEvidence | null>(null)
  const columns = useColumns(id, isOpen, setRemoved)
  const evidence = useRead(getChargebacksByIdEvidence, { path: { id } })
  return (
    <Card
      title={words.evidence}
      className="queue"
      beside={
        <Action
          operation={postChargebacksByIdEvidence}
          reason={isOpen ? null : words.ended}
          onPress={() => setAdding(true)}
        >
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Part of={evidence}>
        {(documents) =>
          documents.length === 0 ? (
            <p className="quiet">{words.noEvidence}</p>
          ) : (
            <Table
              caption={words.evidence}
              columns={columns}
              rows={documents}
              keyOf={(document) => document.id}
              noteOf={(document) => document.description}
            />
          )
        }
      </Part>
      {isAdding && <AddDialog id={id} onClose={() => setAdding(false)} />}
      {removed !== null && (
        <RemoveDialog
          operation={deleteChargebacksByIdEvidenceByEvidenceId}
          input={{ path: { id, evidence_id: removed.id } }}
          name={removed.file_name}
          hint={words.removeHint}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}

const useColumns = (
  id: string,
  isOpen: boolean,
  onRemove: (document: ChargebackEvidence) => void,
): Column<ChargebackEvidence>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  return [
    {
      head: words.file,
      cell: (document) => (
        <a
          href={buildAddress(getChargebacksByIdEvidenceByEvidenceId, { path: { id, evidence_id: document.id } })}
          download={document.file_name}
        >
          {document.file_name}
        </a>
      ),
    },
    { head: words.what, cell: ({ description }) => description },
    {
      head: words.size,
      isFigure: true,
      cell: ({ size_bytes: bytes }) => words.bytes(Math.max(1, Math.round(bytes / 1_000)).toLocaleString(locale)),
    },
    { head: words.added, cell: ({ created }) => <Time at={created} /> },
    {
      head: record.actions,
      isKept: true,
      cell: (document) =>
        isOpen && (
          <RowAction
            operation={deleteChargebacksByIdEvidenceByEvidenceId}
            text={record.remove}
            of={document.file_name}
            onPress={() => onRemove(document)}
          />
        ),
    },
  ]
}

const AddDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const [file, setFile] = useState<File | null>(null)
  const [wasSent, setSent] = useState(false)
  const write = useWrite(postChargebacksByIdEvidence)
  useOnDone(write.isSuccess, () => {
    announce(words.added)
    onClose()
  })
  return (
    <Dialog title={words.addTitle} isOpen onClose={onClose} isFirm>
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={['description']}
        submit={words.add}
        onSubmit={({ description }) => {
          setSent(true)
          if (file === null) return
          write.mutate({
            path: { id },
            query: { file_name: file.name, description: filled(description) },
            body: file as unknown as Uint8Array,
          })
        }}
        onCancel={onClose}
      >
        <FileField
          label={words.file}
          hint={words.evidenceHint}
          accept={TYPES}
          fault={wasSent && file === null ? record.fileNeeded : null}
          onFile={setFile}
        />
        <Field name="description" label={words.what} maxLength={200} />
      </WriteForm>
    </Dialog>
  )
}
