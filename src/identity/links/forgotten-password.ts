/** POST /api/v1/auth/{slug}/forgotten-password: the same answer and the same work for every name; a worker looks the name up. */
import { Type } from 'typebox'
import type { Realms } from '../../access/callers/realms.ts'
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'
import { UserName } from '../login/log-in.ts'
import { findPathRealm } from '../tokens/path-realm.ts'
import { SlugParams } from '../tokens/token-schemas.ts'
import { type PasswordRequest, requestPlace } from './answer-requests.ts'
import { MailLanguage } from './mail-texts.ts'
import { insertRequest } from './password-request-store.ts'
import { checkMail } from './person-link.ts'

const ForgottenPassword = Type.Object({ username: UserName, language: MailLanguage }, { $id: 'ForgottenPassword' })

export const forgottenPassword = (realms: Realms): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/auth/:slug/forgotten-password',
    tag: 'Auth',
    summary: 'Ask for a link to set a new password',
    description:
      'Sends a mail with a link that works once and for 30 minutes to the user of this name or e-mail address, at most three an hour. ' +
      'The answer is the same where there is no such user.',
    allow: 'none',
    limit: 'token',
    idempotent: false,
    params: SlugParams,
    body: ForgottenPassword,
    answers: { 204: null },
    errors: ['realm_not_found', 'conflict'],
    async handle({ params, body, request, runtime, correlationId }) {
      checkMail(runtime.config)
      const { tenantId } = await findPathRealm(realms, params.slug)
      const created = runtime.clock.now()
      const id = newId(created.getTime())
      const asked: PasswordRequest = {
        username: body.username,
        language: chosenLanguage(body.language, request),
        address: request.clientAddress,
        correlationId,
      }
      const request_sealed = await runtime.sealer.seal(tenantId, requestPlace(id), JSON.stringify(asked))
      await runtime.db.transaction({ of: tenantId }, (tx) =>
        insertRequest(tx, tenantId, { id, request_sealed, created }),
      )
      runtime.notifications.publish('mail', tenantId)
      return noContent()
    },
  })
