/** Finds a trace by the id that every response contains. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Field, WriteForm } from '../../parts/form.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

const TraceFind = (): ReactNode => {
  const words = useTexts(TEXTS)
  const navigate = useNavigate()
  return (
    <Page title={words.title} hint={words.hint}>
      <Card className="narrow">
        <WriteForm
          error={null}
          isBusy={false}
          fields={['id']}
          submit={words.open}
          onSubmit={({ id = '' }) => void navigate({ to: `/traces/${encodeURIComponent(id.trim())}` } as never)}
        >
          <Field name="id" label={words.field} hint={words.fieldHint} isRequired maxLength={64} autoComplete="off" />
        </WriteForm>
      </Card>
    </Page>
  )
}

export default TraceFind
