/** POST /api/v1/reconciliations/files: a bank's file of a day, as the body itself, streamed. */
import { type Static, Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { ConfigurationId, described } from '../../core/schema.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type FollowUpServices, followUp } from '../follow-up/follow-up.ts'
import { findSender } from '../intake/file-sender.ts'
import { FILE_BYTES_MAX, receiveFile } from '../intake/receive-file.ts'
import { matchReconciliation } from '../matching/match.ts'
import { BankFile, toFileView } from '../model/bank-file-schemas.ts'

const SendQuery = Type.Object({
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f]{64}$',
      description:
        'SHA-256 hash of the file as the bank states it beside the file; required for formats that come with one.',
    }),
  ),
  connector_config_id: Type.Optional(
    described(
      ConfigurationId,
      'Id or name of the connector configuration; required when several have the merchant number of the file.',
    ),
  ),
})

export const sendFile = (
  services: FollowUpServices & { runtime: Pick<Runtime, 'db' | 'clock' | 'config'> },
): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/reconciliations/files',
    tag: 'Reconciliations',
    summary: 'Send a bank’s file of a day',
    description: `The body is the file itself, up to ${FILE_BYTES_MAX} bytes. It is taken whole or refused whole, with the numbers of the lines; once taken, it is compared with the payments since the file before, and sending it again answers 200 with the same. Sent by a key that may send files and nothing else, and that a second person confirmed, it is the bank’s word; sent by anybody else it is \`waiting\` until another person confirms it (POST /api/v1/reconciliations/files/{id}/confirm): its rows are a person’s word, and its reconciliation cannot be finalized. With curl: \`--data-binary @day.csv -H 'Content-Type: application/octet-stream'\`.`,
    allow: 'bank-files',
    effect: 'proposes',
    product: 'reconciliation',
    limit: 'reconciliation_start',
    idempotent: false,
    query: SendQuery,
    takesFile: ['text/csv', 'text/plain'],
    streamsFile: true,
    bodyBytesMax: FILE_BYTES_MAX,
    answers: { 200: BankFile, 201: BankFile },
    errors: ['validation_failed', 'connector_not_found', 'conflict'],
    async handle(given) {
      const call = given as Call<unknown, Static<typeof SendQuery>>
      const { tenantId, query, principal } = call
      const { file, isNew } = await receiveFile(services.runtime, {
        tenantId,
        sender: await services.db.transaction({ of: tenantId }, (tx) => findSender(tx, tenantId, principal)),
        bytes: call.bodyStream,
        sha256: query.sha256 ?? null,
        configurationId: query.connector_config_id ?? null,
      })
      await matchReconciliation(services.db, tenantId, file.reconciliation_id as string)
      await followUp(services, tenantId, file.reconciliation_id as string)
      const view = toFileView(file)
      if (!isNew) return { status: 200, body: view }
      return { status: 201, body: view, change: { kind: 'bank_file', id: file.id, before: null, after: view } }
    },
  })
