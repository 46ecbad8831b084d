/** Where the person is signed in to the console; each session can be ended, or all of them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callOwn } from '../../api/call.ts'
import { announce } from '../../parts/announce.tsx'
import { FormProblem } from '../../parts/form.tsx'
import { Card } from '../../parts/page.tsx'
import { Part } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { browserName } from './browser-name.ts'
import { TEXTS } from './texts.ts'

interface Session {
  readonly id: string
  readonly created: string
  readonly used_at: string
  readonly expires_at: string
  readonly address: string
  readonly user_agent: string | null
  readonly is_current: boolean
}

export const SessionsCard = (): ReactNode => {
  const words = useTexts(TEXTS)
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => callOwn<readonly Session[]>('GET', 'sessions', undefined, { signal }),
  })
  const end = useMutation({
    mutationFn: (path: string) => callOwn('DELETE', path),
    onSuccess: (_, path) => {
      announce(words.ended)
      if (path !== 'sessions') return client.invalidateQueries({ queryKey: ['sessions'] })
      client.clear()
      return location.assign('/console/sign-in')
    },
  })
  const columns = useColumns((id) => end.mutate(`sessions/${id}`))
  return (
    <Card
      title={words.sessions}
      beside={
        <button type="button" className="button danger" onClick={() => end.mutate('sessions')}>
          {words.endAll}
        </button>
      }
    >
      <FormProblem error={end.error} />
      <Part of={sessions}>
        {(rows) => (
          <Table caption={words.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} noteOf={noteOf} />
        )}
      </Part>
    </Card>
  )
}

const noteOf = ({ address, used_at }: Session): ReactNode => (
  <>
    {address} · <Ago at={used_at} />
  </>
)

const useColumns = (onEnd: (id: string) => void): Column<Session>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const nameOf = ({ user_agent }: Session): string => {
    const { browser, system } = browserName(user_agent ?? '')
    return browser !== null && system !== null ? words.on(browser, system) : (browser ?? system ?? words.unknownBrowser)
  }
  return [
    { head: words.where, cell: nameOf },
    { head: words.address, cell: ({ address }) => <code>{address}</code> },
    { head: words.began, cell: ({ created }) => <Time at={created} /> },
    { head: words.used, cell: ({ used_at }) => <Ago at={used_at} /> },
    { head: words.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      head: common.actions,
      isKept: true,
      cell: (session) =>
        session.is_current ? (
          <span className="quiet">{words.thisOne}</span>
        ) : (
          <button type="button" className="button" onClick={() => onEnd(session.id)}>
            {words.end}
            <span className="unseen">
              : {nameOf(session)}, {session.address}
            </span>
          </button>
        ),
    },
  ]
}
