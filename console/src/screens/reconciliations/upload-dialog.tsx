/** The bank's file of a day, with the checksum that came with it. */
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/data.ts'
import { postReconciliationsFiles } from '../../generated/operations.ts'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, useOnDone, WriteForm } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { FileField } from '../../parts/record/file-field.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { filled } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useConfigurationOptions } from '../connectors/configuration-options.ts'
import { TEXTS } from './texts.ts'

const CHECKSUM = /^[0-9A-Fa-f]{64}$/

export const UploadDialog = ({
  onClose,
  onTaken,
}: {
  onClose: () => void
  onTaken: (reconciliationId: string) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const configurations = useConfigurationOptions()
  const [file, setFile] = useState<File | null>(null)
  const [beside, setBeside] = useState<File | null>(null)
  const [wasSent, setSent] = useState(false)
  const write = useWrite(postReconciliationsFiles)
  useOnDone(write.isSuccess, () => {
    announce(words.uploaded)
    onClose()
    if (write.data?.reconciliation_id) onTaken(write.data.reconciliation_id)
  })
  const send = async (values: Readonly<Record<string, string>>): Promise<void> => {
    setSent(true)
    if (file === null) return
    // The media type the browser assumes has no meaning; the first line of the file shows its form.
    const body = new Blob([file], { type: 'application/octet-stream' })
    const sha256 = beside === null ? filled(values.sha256) : (await beside.text()).trim().split(/\s/)[0]
    write.mutate({
      query: { sha256, connector_config_id: filled(values.connector_config_id) },
      body: body as unknown as Uint8Array,
    })
  }
  return (
    <Dialog title={words.upload} isOpen onClose={onClose} isFirm>
      <p>{words.uploadHint}</p>
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={['sha256']}
        submit={words.upload}
        onSubmit={(values) => void send(values)}
        onCancel={onClose}
      >
        <FileField
          label={words.file}
          hint={words.fileHint}
          fault={wasSent && file === null ? record.fileNeeded : null}
          onFile={setFile}
        />
        <FileField label={words.checksumFile} hint={words.checksumHint} accept=".sha256" onFile={setBeside} />
        <Field
          name="sha256"
          label={words.checksum}
          autoComplete="off"
          validate={(typed) => (typed === '' || CHECKSUM.test(typed.trim()) ? null : words.checksumWrong)}
        />
        {configurations.length > 1 && (
          <PickField
            name="connector_config_id"
            label={words.configuration}
            options={[['', record.unset], ...configurations]}
          />
        )}
      </WriteForm>
    </Dialog>
  )
}
