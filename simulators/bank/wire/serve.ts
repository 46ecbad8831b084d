/**
 * One call at a gateway: the fault that applies to it, the bank's work, the ledger on disk, and then a response, or
 * none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { FaultEffect } from '../acquirer/fault-effect.ts'
import type { Script } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import { type FaultCall, type Striking, toFaultEffect } from '../faults/faults.ts'
import { type Charset, encode } from './charset.ts'

export interface Call extends FaultCall {
  readonly path: string
  /** Decoded; it is masked before it is stored. */
  readonly request: string
}

export interface Answer {
  readonly text: string
  /** HTTP status; 200 if absent. */
  readonly status?: number
  /** Money was moved, put on hold or released. */
  readonly booked: boolean
  readonly script?: Script
  /** Runs once the journal is on disk, before the response. */
  readonly first?: () => Promise<void>
}

export interface Manner {
  readonly charset: Charset
  readonly contentType: string
}

/**
 * `work` runs synchronously: it decides, posts and builds the response. `extra` means that unknown elements are wanted.
 */
export type Work = (effect: FaultEffect, extra: boolean, fault?: Striking) => Answer

export const serve = async (bank: Bank, reply: FastifyReply, call: Call, manner: Manner, work: Work): Promise<void> => {
  bringUpToDate(bank.ledger)
  const fault = bank.faults.strike(call, ['call', 'books', 'answer'])
  if (fault && (await strikesFirst(bank, reply, call, fault, work))) return
  const answer = work(toFaultEffect(fault), fault?.name === 'extra_fields', fault)
  fault?.fired(answer.booked ? 'moved' : 'not_moved')
  const isSilent = answer.script?.silentMs !== undefined || fault?.name === 'timeout_after_charge'
  keep(bank, call, isSilent ? undefined : answer.text, fault)
  await bank.ledger.durable()
  await answer.first?.()
  const { script } = answer
  if (script?.silentMs !== undefined) return hold(reply, script.silentMs)
  if (script && script.delayMs > 0) await sleep(script.delayMs)
  if (script?.httpStatus) return sendText(reply, script.httpStatus)
  if (fault && (await strikesLast(reply, fault, answer, manner))) return
  await reply
    .code(answer.status ?? 200)
    .header('content-type', manner.contentType)
    .send(encode(answer.text, manner.charset))
}

/** Returns true if the call ends here; nothing was posted (yet). */
const strikesFirst = async (
  bank: Bank,
  reply: FastifyReply,
  call: Call,
  fault: Striking,
  work: Work,
): Promise<boolean> => {
  const end = async (): Promise<void> => {
    fault.fired('not_moved')
    keep(bank, call, undefined, fault)
    await bank.ledger.durable()
  }
  switch (fault.name) {
    case 'timeout_before':
      await end()
      hold(reply, Number(fault.parameter('hold_ms')))
      return true
    case 'reset':
      await end()
      reply.hijack()
      reply.raw.socket?.resetAndDestroy()
      return true
    case 'http_5xx_before':
      await end()
      await sendText(reply, Number(fault.parameter('status')))
      return true
    case 'html_instead':
      if (fault.parameter('booked')) return false
      await end()
      await sendMaintenance(reply)
      return true
    case 'json_instead':
      if (fault.parameter('booked')) return false
      await end()
      await sendJson(reply, fault)
      return true
    case 'late_charge':
      hold(reply, Number(fault.parameter('hold_ms')))
      await sleep(Number(fault.parameter('after_ms')))
      bringUpToDate(bank.ledger)
      fault.fired(work({}, false).booked ? 'moved' : 'not_moved')
      keep(bank, call, undefined, fault)
      return true
    default:
      return false
  }
}

/**
 * At the 3D Secure gateway nothing is posted yet; faults with `operation` gate apply here. Returns true if the visit
 * ends here.
 */
export const strikesGateway = async (bank: Bank, reply: FastifyReply, call: Call): Promise<boolean> => {
  const fault = bank.faults.strike(call, ['call', 'answer'])
  if (!fault) return false
  const nothing: Answer = { text: '', booked: false }
  if (await strikesFirst(bank, reply, call, fault, () => nothing)) return true
  fault.fired('not_moved')
  return strikesLast(reply, fault, nothing, { charset: 'utf-8', contentType: 'text/html; charset=utf-8' })
}

/** Returns true if another response was sent than the intended one. */
const strikesLast = async (reply: FastifyReply, fault: Striking, answer: Answer, manner: Manner): Promise<boolean> => {
  const body = encode(answer.text, manner.charset)
  switch (fault.name) {
    case 'timeout_after_charge':
      hold(reply, Number(fault.parameter('hold_ms')))
      return true
    case 'http_5xx_after':
      await sendText(reply, Number(fault.parameter('status')))
      return true
    case 'drop_half_body':
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': manner.contentType, 'content-length': body.length })
      reply.raw.write(body.subarray(0, body.length >> 1), () => reply.raw.socket?.destroy())
      return true
    case 'slow':
      await sleep(Number(fault.parameter('delay_ms')))
      return false
    case 'html_instead':
      await sendMaintenance(reply)
      return true
    case 'json_instead':
      await sendJson(reply, fault)
      return true
    case 'wrong_charset':
      await reply
        .code(answer.status ?? 200)
        .header('content-type', manner.contentType)
        .send(encode(answer.text, manner.charset === 'utf-8' ? 'iso-8859-9' : 'utf-8'))
      return true
    default:
      return false
  }
}

/** Sends no response; the connection is closed after `ms`, or when the caller closes it. */
export const hold = (reply: FastifyReply, ms: number): void => {
  reply.hijack()
  const { socket } = reply.raw
  const timer = setTimeout(() => socket?.destroy(), ms)
  socket?.once('close', () => clearTimeout(timer))
}

const sendText = (reply: FastifyReply, status: number): Promise<void> =>
  Promise.resolve(
    reply.code(status).header('content-type', 'text/plain; charset=utf-8').send('the bank is not well\n'),
  ).then(() => undefined)

const MAINTENANCE = `<!doctype html><html lang="tr"><meta charset="utf-8"><title>Bakım</title>
<p>Sistemlerimizde bakım çalışması yapılmaktadır.</p></html>\n`

const sendJson = async (reply: FastifyReply, fault: Striking): Promise<void> => {
  await reply
    .code(Number(fault.parameter('status')))
    .header('content-type', 'application/json; charset=utf-8')
    .send(String(fault.parameter('body')))
}

const sendMaintenance = async (reply: FastifyReply): Promise<void> => {
  await reply.header('content-type', 'text/html; charset=utf-8').send(MAINTENANCE)
}

const keep = ({ exchanges, ledger }: Bank, call: Call, answer: string | undefined, fault?: Striking): void =>
  exchanges.keep({
    at: new Date(ledger.now()).toISOString(),
    path: call.path,
    merchant: call.merchant,
    order_id: call.order_id,
    operation: call.operation,
    request: call.request,
    ...(answer === undefined ? {} : { answer }),
    ...(fault ? { fault: fault.name } : {}),
  })
