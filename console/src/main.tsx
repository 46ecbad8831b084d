/** Starts the console: loads who is signed in first. Without a session the sign-in page opens, which returns here. */
import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from './api/data.ts'
import { forgetSession, hadSession, noteSession } from './api/known-session.ts'
import { MeProvider, useMeQuery } from './api/me.ts'
import { findProblem } from './api/problem.ts'
import { LookProvider, toLook } from './frame/look.tsx'
import { makeRouter } from './frame/router.tsx'
import { Failed, Loading } from './parts/reading.tsx'

const queries = makeQueryClient()

const Console = (): ReactNode => {
  const me = useMeQuery()
  const [router] = useState(makeRouter)
  const isSignedIn = me.data !== undefined
  useEffect(() => {
    if (isSignedIn) noteSession()
  }, [isSignedIn])
  const look = toLook(me.data?.preferences, me.data?.person.locale)
  if (me.data === undefined && findProblem(me.error)?.status === 401) {
    const here = `${location.pathname}${location.search}`
    const ended = hadSession() ? { ended: '1' } : {}
    forgetSession()
    location.replace(`/console/sign-in?${new URLSearchParams({ next: here, ...ended })}`)
    return null
  }
  return (
    <LookProvider look={look}>
      {me.data !== undefined ? (
        <MeProvider value={me.data}>
          <RouterProvider router={router} />
        </MeProvider>
      ) : (
        <main className="alone">
          {me.isError ? <Failed error={me.error} onAgain={() => void me.refetch()} /> : <Loading lines={4} />}
        </main>
      )}
    </LookProvider>
  )
}

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  )
