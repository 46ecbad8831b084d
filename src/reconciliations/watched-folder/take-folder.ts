/** Takes what lies in the watched folder (VEZNE_BANK_FILES). The bytes of a file are taken once, whichever process finds it first. */
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type FollowUpServices, followUp } from '../follow-up/follow-up.ts'
import { readAgain } from '../intake/nameless-file.ts'
import { takeFile } from '../intake/take-file.ts'
import { matchReconciliation } from '../matching/match.ts'
import { type FolderFile, moveFile, tenantFolders, wholeFiles } from './folder-files.ts'

/** As `taken_by` of files and `started_by` of their reconciliations. */
const BY_FOLDER = 'bank-files'

type Services = FollowUpServices & { readonly runtime: Pick<Runtime, 'db' | 'clock' | 'config' | 'log'> }

export const takeFolder = async (services: Services, folder: string, signal?: AbortSignal): Promise<void> => {
  const { log, db } = services.runtime
  for (const slug of tenantFolders(folder)) {
    const files = wholeFiles(join(folder, slug), Date.now())
    if (files.length === 0) continue
    const [tenant] = await db.acrossTenants((tx) =>
      tx.query<{ tenant_id: string | null }>('select tenant_id from realms where slug = $1', [slug]),
    )
    if (!tenant?.tenant_id) {
      log.warn('bank_files.unknown_tenant', { slug, files: files.length })
      continue
    }
    for (const file of files) {
      if (signal?.aborted) return
      await takeOne(services, tenant.tenant_id, file)
    }
  }
}

/** What is no refusal leaves the file where it is, for the next look. */
const takeOne = async (services: Services, tenantId: string, { path, sha256 }: FolderFile): Promise<void> => {
  const { log } = services.runtime
  const name = basename(path)
  try {
    const opened = await open(path)
    const { file } = await takeFile(services.runtime, {
      tenantId,
      by: BY_FOLDER,
      bytes: readAgain(opened),
      sha256,
      configurationId: null,
    }).finally(() => opened.close())
    const id = file.reconciliation_id as string
    await matchReconciliation(services.db, tenantId, id)
    await followUp(services, tenantId, id)
    if (moveFile(path, 'done')) log.info('bank_files.taken', { file: name, file_id: file.id, reconciliation_id: id })
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return // another process has moved it
    if (!(error instanceof Problem)) {
      log.error('bank_files.failed', { file: name, err: error })
      return
    }
    if (moveFile(path, 'refused', reasonOf(error))) log.warn('bank_files.refused', { file: name, code: error.code })
  }
}

const reasonOf = ({ code, message, extras }: Problem): string =>
  [`${code}: ${message}`, ...(extras.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)].join('\n')
