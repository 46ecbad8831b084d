/** The one address of InterPOS: SecureType tells forms of browsers from calls of programs. */
import type { FastifyInstance } from 'fastify'
import { apiHandler } from '../acquirer/api-route.ts'
import { gatewayHandler } from '../acs/gateway-route.ts'
import type { Bank } from '../bank-parts.ts'
import { BadForm, readForm } from '../wire/form.ts'
import { interposApi } from './api.ts'
import { interposGateway } from './gateway.ts'

export const interposRoute = (server: FastifyInstance, bank: Bank): void => {
  const [call, visit] = [apiHandler(bank, interposApi), gatewayHandler(bank, interposGateway)]
  server.post(interposApi.path, (request, reply) =>
    isOfBrowser(request.body as Buffer) ? visit(request, reply) : call(request, reply),
  )
}

const isOfBrowser = (body: Buffer): boolean => {
  try {
    return readForm(body, 'utf-8').SecureType?.startsWith('3D') === true
  } catch (error) {
    if (error instanceof BadForm) return false
    throw error
  }
}
