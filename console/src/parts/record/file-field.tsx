/** A file field; the form contains no text for it, so the screen stores the file. */
import { type ReactNode, useId } from 'react'

interface FileFieldProps {
  readonly label: string
  readonly hint?: string
  readonly accept?: string
  readonly fault?: string | null
  readonly onFile: (file: File | null) => void
}

export const FileField = ({ label, hint, accept, fault, onFile }: FileFieldProps): ReactNode => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
      <span id={`${id}-hint`}>
        {hint !== undefined && <span className="hint block">{hint}</span>}
        {fault && <span className="fault block">{fault}</span>}
      </span>
    </div>
  )
}
