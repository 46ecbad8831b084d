/**
 * Takes files from the watched folder (VEZNE_BANK_FILES). The bytes of a file are taken once, whichever process finds
 * it first.
 */
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findTenantsBySlug } from '../../access/callers/realm-lookup.ts'
import { Problem } from '../../core/problem.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type FollowUpServices, followUp } from '../follow-up/follow-up.ts'
import { WATCHED_FOLDER } from '../intake/file-sender.ts'
import { readAgain } from '../intake/nameless-file.ts'
import { receiveFile } from '../intake/receive-file.ts'
import { matchReconciliation } from '../matching/match.ts'
import {
  claimedFiles,
  claimFile,
  type FolderFile,
  moveFile,
  READ_ONLY,
  tenantFolders,
  waitingFiles,
  wholeFile,
} from './folder-files.ts'

type Services = FollowUpServices & { readonly runtime: Pick<Runtime, 'db' | 'clock' | 'config' | 'log'> }

/** Takes files one after another; a file that cannot be read or moved does not delay the others. */
export const receiveFolder = async (services: Services, folder: string, signal?: AbortSignal): Promise<void> => {
  const { log, db } = services.runtime
  for (const slug of tenantFolders(folder)) {
    if (!db.shards.includes(db.shardOfSlug(slug))) continue // taken by the work of another shard
    const files = wholeFiles(services, join(folder, slug), Date.now())
    if (files.length === 0) continue
    const tenantId = (await db.transaction({ as: 'platform' }, (tx) => findTenantsBySlug(tx, [slug]))).get(slug)
    if (tenantId === undefined) {
      log.warn('bank_files.unknown_tenant', { slug, files: files.length })
      continue
    }
    for (const file of files) {
      if (signal?.aborted) return
      await takeOne(services, tenantId, file)
    }
  }
}

/** Returns files that were claimed earlier first, because they came first. */
const wholeFiles = (services: Services, home: string, nowMs: number): FolderFile[] => {
  const claimed = orLogFailure(services, home, () => claimedFiles(home)) ?? []
  const waiting = orLogFailure(services, home, () => waitingFiles(home))
  for (const name of waiting?.unnameable ?? [])
    services.runtime.log.warn('bank_files.name_not_utf8', { file: name, slug: basename(home) })
  return [...claimed, ...(waiting?.files ?? [])].flatMap(
    (path) => orLogFailure(services, path, () => wholeFile(home, path, nowMs)) ?? [],
  )
}

const orLogFailure = <T>(services: Services, path: string, look: () => T): T | undefined => {
  try {
    return look()
  } catch (error) {
    logFailure(services, path, error)
    return undefined
  }
}

/** Logs a failure; the file stays where it is, for the next attempt. */
const logFailure = ({ runtime: { log } }: Services, path: string, error: unknown): void => {
  if ((error as { code?: string }).code === 'ENOENT') return // another process has moved it
  log.error('bank_files.failed', { file: basename(path), err: error })
}

const takeOne = async (services: Services, tenantId: string, { path, home }: FolderFile): Promise<void> => {
  const { log } = services.runtime
  try {
    const claimed = dirname(path) === home ? claimFile(home, path) : path
    const file = wholeFile(home, claimed, Date.now())
    if (file === null) return // it is another file by now, still being written
    const refusal = await take(services, tenantId, file)
    if (refusal !== null && moveFile(file, 'refused', reasonOf(refusal)))
      log.warn('bank_files.refused', { file: basename(path), code: refusal.code })
  } catch (error) {
    logFailure(services, path, error)
  }
}

/** Returns null if the file is taken. */
const take = async (services: Services, tenantId: string, whole: FolderFile): Promise<Problem | null> => {
  const { path, sha256 } = whole
  try {
    const opened = await open(path, READ_ONLY)
    const { file } = await receiveFile(services.runtime, {
      tenantId,
      sender: WATCHED_FOLDER,
      bytes: readAgain(opened),
      sha256,
      configurationId: null,
    }).finally(() => opened.close())
    const id = file.reconciliation_id as string
    await matchReconciliation(services.db, tenantId, id)
    await followUp(services, tenantId, id)
    if (moveFile(whole, 'done'))
      services.runtime.log.info('bank_files.taken', { file: basename(path), file_id: file.id, reconciliation_id: id })
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const reasonOf = ({ code, message, extras }: Problem): string =>
  [`${code}: ${message}`, ...(extras.errors ?? []).map((fault) => `${fault.field}: ${fault.message}`)].join('\n')
