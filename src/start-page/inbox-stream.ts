/** Sends the inbox to one open page as server-sent events: first the stored events, then new ones. */
import type { ServerResponse } from 'node:http'
import { every } from '../infra/process/every.ts'
import type { Inbox, InboxEvent } from './inbox.ts'

const COMMENT_MS = 20_000 // keeps intermediate proxies from closing an idle connection

export const streamTo = (response: ServerResponse, inbox: Inbox): void => {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.write('retry: 1000\n\n')
  const send = (event: InboxEvent): void => void response.write(`data: ${JSON.stringify(event)}\n\n`)
  for (const event of inbox.events()) send(event)
  const unfollow = inbox.follow(send)
  const stop = every(COMMENT_MS, () => response.write(': still here\n\n'))
  response.on('close', () => {
    unfollow()
    stop()
  })
}
