/**
 * Reading and writing through published operations, with what pages need for it: one key per intention, fresh lists
 * after a write.
 */
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from './call.ts'
import type { InputOf, Operation, Shape } from './operation.ts'
import { noteOwnWrite } from './own-writes.ts'
import { findProblem, Unreachable } from './problem.ts'
import { forgetOwnWrites } from './stream.ts'
import { readTag, shareTagged } from './tags.ts'
import { noteWrite } from './waiting.ts'

const FRESH_MS = 10_000
const TRIES = 2

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A call without a network fails with an error instead of waiting silently.
        networkMode: 'always',
        retry: (failures, error) => error instanceof Unreachable && failures < TRIES,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  })

export interface ReadOptions {
  /** False while it is not to be asked. */
  readonly isOn?: boolean
  /** Keeps the rows of the previous page of the same list, marked as old. */
  readonly keepsRows?: boolean
  /** Polled at this interval, without counting as use of the session. */
  readonly everyMs?: number
}

/** The key begins with the operation's id, so that a change of one kind finds all queries that show it. */
export const useRead = <S extends Shape>(
  operation: Operation<S>,
  input: InputOf<S>,
  { isOn = true, keepsRows = false, everyMs }: ReadOptions = {},
): UseQueryResult<S['answer'], Error> =>
  useQuery<S['answer'], Error>({
    queryKey: [operation.id, operation.path, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
    enabled: isOn,
    structuralSharing: shareTagged,
    ...(keepsRows ? { placeholderData: keepPreviousData as never } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })

/**
 * Runs a write. After a lost response it is sent again under the same key, so that it happens once. `basis` is the
 * version that was read and is being changed: if the stored version differs by now the write is refused, and sending it
 * again means that the person has seen the stored one.
 */
export const useWrite = <S extends Shape>(
  operation: Operation<S>,
  { merchantId, basis }: { readonly merchantId?: string | undefined; readonly basis?: object | undefined } = {},
): UseMutationResult<S['answer'], Error, InputOf<S>> => {
  const client = useQueryClient()
  const key = useRef<string | null>(null)
  const shown = useRef<string | undefined>(undefined)
  return useMutation<S['answer'], Error, InputOf<S>>({
    mutationKey: [operation.id],
    mutationFn: (input) => {
      key.current ??= crypto.randomUUID()
      noteOwnWrite(input)
      return call(operation, input, {
        idempotencyKey: key.current,
        merchantId,
        ifMatch: shown.current ?? readTag(basis),
        onWaits: (waits) => noteWrite(operation, waits),
      })
    },
    onSuccess: (answer) => {
      noteOwnWrite(answer)
      forgetOwnWrites()
      key.current = null
      shown.current = undefined
      return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    },
    onError: (error) => {
      // Only a lost response is retried under the same key; after a refusal the next attempt is a new intention.
      if (!(error instanceof Unreachable)) key.current = null
      shown.current = findProblem(error)?.etag ?? shown.current
    },
  })
}
