/** Makes a connector of a gateway: refusals of what is not offered, deadlines, and unknown where an answer is not clear. */
import type { Attempt, CallContext, Configuration } from '../attempt.ts'
import type { Connector } from '../port.ts'
import type { CallbackReading, ThreeDSecure } from '../three-d-secure.ts'
import { askBank, type BankAnswer } from '../transport/ask-bank.ts'
import type { BankHttpClient } from '../transport/bank-http-client.ts'
import { logForm } from '../transport/exchange.ts'
import type { Tree } from '../transport/message.ts'
import { refuseUnoffered } from './abilities.ts'
import type { Bank, Gateway, GatewayThreeD, Write } from './gateway.ts'
import { inconclusive } from './observation.ts'
import { missingSettings, notConfigured, readThreeDModel, threeDModelFaults } from './settings.ts'

/** A call that ends before its deadline can still report what was sent. */
const MARGIN_MS = 500

export const makeConnector = <Account>(line: BankHttpClient, gateway: Gateway<Account>): Connector => {
  const { family, types, capabilities, codes, requires, orderId, payment, operation, operate, lookUp, threeD } = gateway
  const bankOf = openBank(line, gateway)
  const bound = <Sent extends { configuration: Configuration }, Answer>(
    work: ((bank: Bank<Account>, sent: Sent) => Promise<Answer>) | undefined,
  ) => work && ((sent: Sent, context: CallContext) => work(bankOf(sent, context), sent))
  return {
    family,
    types,
    capabilities,
    codes,
    checkSettings: (configuration) => [
      ...missingSettings(requires, configuration),
      ...(threeD ? threeDModelFaults(capabilities, configuration) : []),
      ...(gateway.checkSettings?.(configuration) ?? []),
    ],
    start: async (attempt, context) =>
      refuseUnoffered(capabilities, attempt) ??
      bankOf(attempt, context).send(
        (account) => payment(attempt, account),
        orderId(attempt),
        readCharge(gateway.charged, attempt),
      ),
    inquire: (attempt, context) => gateway.inquire(bankOf(attempt, context), attempt),
    ...withoutAbsent({
      code: gateway.code,
      demo: gateway.demo,
      reverse: bound(gateway.reverse),
      inquireOperation: bound(gateway.inquireOperation),
      operate:
        (operate ?? operation) &&
        (async (followUp, context) => {
          const bank = bankOf(followUp, context)
          return (
            refuseUnoffered(capabilities, followUp) ??
            operate?.(bank, followUp) ??
            bank.send((account) => operation!(followUp, account), orderId(followUp.original))
          )
        }),
      lookUp:
        lookUp &&
        (async (attempt, context, order = orderId(attempt)) => {
          const found = await lookUp(bankOf(attempt, context), attempt, order)
          if (!('kind' in found)) return found
          if (found.kind === 'not_found') return 'not_found'
          throw new Error(found.fault.providerMessage)
        }),
      threeDSecure: threeD && openThreeD(line, gateway, threeD),
    } satisfies { [Name in keyof Connector]?: Connector[Name] | undefined }),
  }
}

const openThreeD = <Account>(
  line: BankHttpClient,
  gateway: Gateway<Account>,
  threeD: GatewayThreeD<Account>,
): ThreeDSecure => ({
  modelOf: (configuration) => readThreeDModel(gateway.capabilities, configuration),
  async begin(start, context) {
    const { configuration } = start
    const account = gateway.account(configuration)
    if (account === undefined || missingSettings(gateway.requires, configuration).length > 0) return notConfigured()
    const refusal = refuseUnoffered(gateway.capabilities, start)
    if (refusal !== undefined) return refusal
    const model = readThreeDModel(gateway.capabilities, configuration)
    const { always, with3d = [] } = gateway.requires
    const isPageOurs = [...always, ...with3d].includes('three_d_secure_endpoint_url')
    const page = isPageOurs ? line.pageFault(configuration.threeDSecureEndpointUrl) : null
    if (page !== null) return notConfigured(page) // before a bank is asked that no browser reaches
    const begun = await threeD.form(account, start, model, openBank(line, gateway)(start, context))
    if ('kind' in begun) return begun
    const { fields, state, action = configuration.threeDSecureEndpointUrl } = begun
    const fault = line.pageFault(action)
    if (fault !== null || action === null) return notConfigured(fault ?? undefined)
    logForm(action, fields, threeD.kept, context)
    return { kind: 'challenge', step: { kind: 'form', action, fields }, state }
  },
  ...readCallbacks(line, gateway, threeD),
  async finish(attempt, authentication, context) {
    const refusal = refuseUnoffered(gateway.capabilities, attempt)
    if (refusal !== undefined) return refusal
    const bank = openBank(line, gateway)(attempt, context)
    const outcome = await bank.send(
      (account) => threeD.authenticated(attempt, authentication, account),
      gateway.orderId(attempt),
      readCharge(threeD.charged ?? gateway.charged, attempt),
    )
    if (outcome.kind !== 'approved' || !threeD.confirms?.includes('3d_secure')) return outcome
    const onRecord = await gateway.inquire(bank, attempt)
    return onRecord.kind === 'approved' ? outcome : { kind: 'unknown', fault: NOT_ON_RECORD }
  },
})

const readCharge = <Account>(charged: Gateway<Account>['charged'], attempt: Attempt) =>
  charged && ((answer: Tree, account: Account) => charged(answer, account, attempt))

/** A charge on the bank's page whose hash does not show its terms counts once the bank's record shows it. */
const readCallbacks = <Account>(
  line: BankHttpClient,
  gateway: Gateway<Account>,
  { verify, confirm, confirms = [] }: GatewayThreeD<Account>,
): Pick<ThreeDSecure, 'verify' | 'confirm'> => ({
  verify(fields, challenge) {
    const reading = verify(fields, challenge)
    return isCharge(reading) && confirms.includes('3d_pay') ? { ...reading, isUnconfirmed: true } : reading
  },
  ...((confirm || confirms.includes('3d_pay')) && {
    async confirm(fields, challenge, context) {
      const bank = openBank(line, gateway)(challenge.attempt, context)
      const reading = verify(fields, challenge)
      if (reading.kind === 'unsigned') return confirm!(bank, fields, challenge)
      if (!isCharge(reading)) return reading
      const onRecord = await gateway.inquire(bank, challenge.attempt)
      return onRecord.kind === 'approved'
        ? { ...reading, charged: onRecord }
        : { kind: 'no_answer', fault: NOT_ON_RECORD }
    },
  }),
})

const isCharge = (reading: CallbackReading): reading is Extract<CallbackReading, { kind: 'verified' }> =>
  reading.kind === 'verified' && reading.charged?.kind === 'approved'

const { fault: NOT_ON_RECORD } = inconclusive('the record of the bank does not show the charge that it approved')

const openBank =
  <Account>(line: BankHttpClient, gateway: Gateway<Account>) =>
  ({ configuration }: { readonly configuration: Configuration }, context: CallContext): Bank<Account> => {
    const { callDeadlineMs, inquiryDeadlineMs } = gateway.capabilities
    const account = gateway.account(configuration)
    const call = async (write: Write<Account>, isQuestion: boolean): Promise<BankAnswer> => {
      if (account === undefined) return notConfigured()
      const { content: written, at, path = '', method, dialect = gateway.dialect, headers } = write(account)
      const content = gateway.envelope?.(account, written, context.nowMs()) ?? written
      const base = at === undefined ? configuration.endpointUrl : configuration.threeDSecureEndpointUrl
      const url = base === null ? null : `${base}${path}`
      const headersFor = (body: Buffer) => ({
        ...headers,
        ...gateway.headers?.(account, { url: url ?? '', path, body }),
      })
      const budgetMs = (isQuestion ? inquiryDeadlineMs : callDeadlineMs) - MARGIN_MS
      return askBank(line, dialect, { method, url, content, headersFor, budgetMs, isQuestion }, context)
    }
    return {
      nowMs: () => context.nowMs(),
      async send(write, orderId, read = (answer) => gateway.outcome(answer, orderId)) {
        const answer = await call(write, false)
        if (answer.kind === 'read') return read(answer.content, account!)
        return answer.kind === 'open' ? { kind: 'unknown', fault: answer.fault } : answer
      },
      async ask(write, read) {
        const answer = await call(write, true)
        return answer.kind === 'read' ? read(answer.content) : { kind: 'no_answer', fault: answer.fault }
      },
    }
  }

/** A connector lacks the members that its gateway lacks. */
const withoutAbsent = <Members extends object>(members: Members) =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>
  }
