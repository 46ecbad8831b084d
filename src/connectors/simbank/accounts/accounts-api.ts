/** Calls of the bank simulator's accounts API: signed with the configuration's secret key, JSON both ways. */
import { createHmac } from 'node:crypto'
import type { CallContext, Configuration, Fault } from '../../attempt.ts'
import { NO_ANSWER, NOT_CONFIGURED } from '../../own-bank-codes.ts'
import type { BankHttpClient, BankHttpResult } from '../../transport/bank-http-client.ts'

export interface AccountsApi {
  readonly httpClient: BankHttpClient
  /** Address of the bank simulator. */
  readonly bankUrl: string
  /** Address to which it posts its notifications. */
  readonly noticeUrl: string
}

export interface AccountsCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** Body as the request log stores it; default: the body as sent. */
  readonly loggedBody?: object
  /** Moves no money. */
  readonly isQuestion: boolean
  readonly budgetMs: number
}

export type AccountsResponse =
  | { readonly kind: 'read'; readonly status: number; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: 'not_sent'; readonly fault: Fault }
  /** The bank may have acted. `status` belongs to an answer that cannot be read. */
  | { readonly kind: 'open'; readonly fault: Fault; readonly status?: number }

const JSON_TYPE = 'application/json'

/** Registers the key when the bank does not know the customer yet: a new tenant, or a bank that lost its folder. */
export const callAccountsApi = async (
  face: AccountsApi,
  configuration: Configuration,
  call: AccountsCall,
  context: CallContext,
): Promise<AccountsResponse> => {
  const { secretKey } = configuration.secrets
  if (secretKey === undefined)
    return { kind: 'not_sent', fault: ownFault(NOT_CONFIGURED, 'the configuration has no secret_key') }
  const first = await askOnce(face, configuration, call, context)
  if (first.kind !== 'read' || first.status !== 401 || !isKeyUnknown(first.content.code)) return first
  const enrolled = await openSimulatedAccounts(face, configuration, [], context)
  return enrolled ? askOnce(face, configuration, call, context) : first
}

/** The bank's own response, not that of a proxy in between. */
const isKeyUnknown = (code: unknown): boolean => code === 'unknown_customer' || code === 'wrong_signature'

/** An account to be opened with an amount in it. */
interface OpenedAccount {
  readonly iban: string
  readonly currency: string
  readonly holder_name: string
  readonly opening_balance: number
}

export const openSimulatedAccounts = async (
  { httpClient, bankUrl, noticeUrl }: AccountsApi,
  { id, tenantId, secrets }: Configuration,
  accounts: readonly OpenedAccount[],
  context: CallContext,
): Promise<boolean> => {
  const terms = { notice_url: noticeUrl, tenant_id: tenantId, accounts }
  const body = secrets.secretKey?.use((secret_key) => JSON.stringify({ secret_key, ...terms })) ?? ''
  const answer = await httpClient.ask(
    {
      method: 'PUT',
      url: `${bankUrl}/customers/${id}`,
      contentType: JSON_TYPE,
      body: Buffer.from(body),
      loggedBody: JSON.stringify({ secret_key: '***', ...terms }),
      loggedResponse: toText,
      budgetMs: ENROL_MS,
      isQuestion: true,
    },
    context,
  )
  return answer.kind === 'answered' && answer.reply.status === 200
}
const ENROL_MS = 10_000

const askOnce = async (
  { httpClient, bankUrl }: AccountsApi,
  configuration: Configuration,
  { method, path, body, loggedBody, isQuestion, budgetMs }: AccountsCall,
  context: CallContext,
): Promise<AccountsResponse> => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const answer = await httpClient.ask(
    {
      method,
      url: `${bankUrl}${path}`,
      contentType: JSON_TYPE,
      headers: signatureOf(configuration, method, path, text),
      body: Buffer.from(text),
      loggedBody: loggedBody === undefined ? text : JSON.stringify(loggedBody),
      loggedResponse: toText,
      budgetMs,
      isQuestion,
    },
    context,
  )
  return readAnswer(answer)
}

/** Over time, method, path and body; real time, as the bank compares it with its own clock. */
const signatureOf = (
  { id, secrets }: Configuration,
  method: string,
  path: string,
  body: string,
): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = secrets.secretKey?.use((key) =>
    createHmac('sha256', key).update(`${timestamp}.${method}.${path}.${body}`).digest('hex'),
  )
  return { 'x-customer-id': id, 'x-timestamp': timestamp, 'x-signature': `sha256=${signature}` }
}

const readAnswer = (answer: BankHttpResult): AccountsResponse => {
  if (answer.kind === 'not_sent') return answer
  if (answer.kind === 'cut') return { kind: 'open', fault: answer.fault }
  const content = objectIn(answer.reply.body)
  return content === undefined
    ? {
        kind: 'open',
        status: answer.reply.status,
        fault: ownFault(NO_ANSWER, `the answer of the bank (HTTP ${answer.reply.status}) cannot be read`),
      }
    : { kind: 'read', status: answer.reply.status, content }
}

const objectIn = (body: Buffer): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const toText = ({ body }: { body: Buffer }): string => body.toString('utf8')

const ownFault = (providerCode: string, providerMessage: string): Fault => ({
  providerCode,
  providerMessage,
  isOurs: true,
})
