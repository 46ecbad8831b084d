/** The bank's one port: gateways for connectors and browsers, the control interface for people and tests. */
import Fastify, { type FastifyInstance } from 'fastify'
import { createNotices } from './accounts/notices.ts'
import { accountRoutes } from './accounts/routes.ts'
import { apiRoute } from './acquirer/api-route.ts'
import { bringUpToDate } from './acquirer/bank-day.ts'
import { gatewayRoute } from './acs/gateway-route.ts'
import { createDueCallbacks } from './acs/post-back.ts'
import { acsRoutes, type ThreeDAdapters } from './acs/routes.ts'
import { akbankApi } from './akbank/api.ts'
import { akbankAdapter } from './akbank/callback.ts'
import { akbankGateway } from './akbank/gateway.ts'
import { akbankReport } from './akbank/report.ts'
import type { Bank } from './bank-parts.ts'
import { controlAccounts } from './control/accounts.ts'
import { controlClock } from './control/clock.ts'
import { controlFaults } from './control/faults.ts'
import { controlLedger } from './control/ledger.ts'
import { controlSettlement } from './control/settlement.ts'
import { controlWebhooks } from './control/webhooks.ts'
import { garantiApi } from './garanti/api.ts'
import { garantiAdapter } from './garanti/callback.ts'
import { garantiGateway } from './garanti/gateway.ts'
import { interposAdapter } from './interpos/callback.ts'
import { interposRoute } from './interpos/route.ts'
import { iyzicoAdapter } from './iyzico/callback.ts'
import { iyzicoRoutes } from './iyzico/routes.ts'
import { createWebhooks } from './iyzico/webhooks.ts'
import { kuveytAdapter } from './kuveyt/callback.ts'
import { kuveytFlow } from './kuveyt/flow.ts'
import { kuveytEnroll, kuveytProvision, kuveytSale } from './kuveyt/gates.ts'
import { kuveytService } from './kuveyt/service.ts'
import { nestpayApi } from './nestpay/api.ts'
import { nestpayAdapter } from './nestpay/callback.ts'
import { nestpayGateway } from './nestpay/gateway.ts'
import { payforApi } from './payfor/api.ts'
import { payforAdapter } from './payfor/callback.ts'
import { payforGateway } from './payfor/gateway.ts'
import { posnetApi } from './posnet/api.ts'
import { posnetAdapter } from './posnet/callback.ts'
import { posnetGateway } from './posnet/gateway.ts'
import { createDayFiles } from './settlement/settled-days.ts'
import { hasCardNumber } from './wire/mask.ts'

const BODY_BYTES_MAX = 64 * 1024 // a request has one or two kilobytes

const ADAPTERS: ThreeDAdapters = {
  nestpay: nestpayAdapter,
  garanti: garantiAdapter,
  posnet: posnetAdapter,
  payfor: payforAdapter,
  akbank: akbankAdapter,
  interpos: interposAdapter,
  kuveyt: kuveytAdapter,
  iyzico: iyzicoAdapter,
}
const LOOK_MS = 200

export interface Server {
  close(): Promise<void>
}

const WELCOME = `The bank simulator of Vezne. What it speaks and how to break it: simulators/bank/README.md

/nestpay/fim/api       /nestpay/fim/est3Dgate
/garanti/VPServlet     /garanti/servlet/gt3dengine
/posnet/PosnetWebService/XML   /posnet/3DSWebService/YKBPaymentService
/payfor/Gateway/XMLGate.aspx   /payfor/Gateway/Default.aspx
/akbank/api/v1/payment/virtualpos/transaction/process   /akbank/api/v1/payment/virtualpos/portal/report/transaction
/akbank/securepay
/interpos/mpi/Default.aspx
/kuveyt/ServiceGateWay/Home/Non3DPayGate   /kuveyt/ServiceGateWay/Home/ThreeDModelPayGate   /kuveyt/ServiceGateWay/Home/ThreeDModelProvisionGate
/kuveyt/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic
/iyzico/payment/auth   /iyzico/payment/3dsecure/initialize   /iyzico/payment/detail   /iyzico/v2/reporting/payment/transactions
/accounts              /accounts/{iban}/statement   /transfers   /transfers/{reference}
/control/accounts        /control/transfers   /control/notices   /control/webhooks
/control/orders          /control/balances   /control/journal   /control/faults   /control/requests   /control/verdict   /control/clock
/control/settlement      /control/settlement/{day}/{merchant}   /control/disputes
`

export class PortInUse extends Error {}

export const openServer = async (bank: Bank, host: string, port: number): Promise<Server> => {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    // The former name of the control interface.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/bench(?=\/)/, '/control'),
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  })
  const notices = createNotices(bank)
  const postWebhooks = createWebhooks(bank)
  const postCallbacks = createDueCallbacks(bank)
  const writeDayFiles = createDayFiles(bank.ledger, bank.filesFolder)
  const postDue = async (): Promise<void> => {
    bringUpToDate(bank.ledger)
    writeDayFiles()
    await Promise.all([postCallbacks(), notices.post(), postWebhooks()])
  }
  const closePort = (ms: number): void => {
    app.server.close()
    app.server.closeAllConnections()
    setTimeout(() => app.server.listen(port, host), ms)
  }
  app.addHook('onRequest', async (request, reply) => {
    // An order id or reference may look like a card number by chance, and is part of these URLs.
    if (/^\/(control|transfers)\//.test(request.url) || !hasCardNumber(request.url)) return
    bank.ledger.commit({ kind: 'violation', violation: 'card_number_in_url', merchant: '', order_id: '' })
    await reply.code(400).send({ error: 'a card number does not belong into an address' })
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) process.stderr.write(`${error.stack}\n`)
    await reply.code(status).send({ error: status >= 500 ? 'a fault of the bank itself' : error.message })
  })
  app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(WELCOME))
  await app.register(async (gateways: FastifyInstance) => {
    gateways.removeAllContentTypeParsers()
    gateways.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    gateways.addHook('preHandler', async (request) => {
      if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0)
    })
    protocolRoutes(gateways, bank)
    accountRoutes(gateways, bank, notices)
  })
  await app.register(async (control: FastifyInstance) => {
    controlFaults(control, bank, closePort)
    controlLedger(control, bank)
    controlAccounts(control, bank, notices)
    controlSettlement(control, bank)
    controlWebhooks(control, bank)
    controlClock(control, bank, postDue)
  })
  await app.listen({ host, port }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new PortInUse(`Port ${port} (bank) is taken by another program. Shift all ports with VEZNE_PORT_BASE`)
  })
  const timer = setInterval(() => void postDue(), LOOK_MS).unref()
  return {
    close() {
      clearInterval(timer)
      return app.close()
    },
  }
}

const protocolRoutes = (gateways: FastifyInstance, bank: Bank): void => {
  apiRoute(gateways, bank, nestpayApi)
  gatewayRoute(gateways, bank, nestpayGateway)
  apiRoute(gateways, bank, garantiApi)
  gatewayRoute(gateways, bank, garantiGateway)
  apiRoute(gateways, bank, posnetApi)
  gatewayRoute(gateways, bank, posnetGateway)
  apiRoute(gateways, bank, payforApi)
  gatewayRoute(gateways, bank, payforGateway)
  apiRoute(gateways, bank, akbankApi)
  apiRoute(gateways, bank, akbankReport)
  gatewayRoute(gateways, bank, akbankGateway)
  interposRoute(gateways, bank)
  for (const gate of [kuveytSale, kuveytEnroll, kuveytProvision]) apiRoute(gateways, bank, gate)
  apiRoute(gateways, bank, kuveytService)
  kuveytFlow(gateways, bank)
  iyzicoRoutes(gateways, bank)
  acsRoutes(gateways, bank, ADAPTERS)
}
