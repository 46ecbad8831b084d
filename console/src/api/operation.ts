/**
 * One published operation: its id, which `me` lists if the person may call it, and the path to which the console's
 * backend forwards it.
 */

import type { Given, Operation as SdkOperation } from '../../../sdk/src/client/surface.ts'

/** An operation as the generated types of the SDK describe it. */
export type Shape = SdkOperation

export interface Operation<S extends Shape = Shape> {
  readonly id: string
  readonly method: string
  /** `cards/payments/{transaction_id}`: the surface, then the path after /api/v1/. */
  readonly path: string
  /** Never set; it only carries the types. */
  readonly shape?: S
}

export const operation = <S extends Shape>(id: string, method: string, path: string): Operation<S> => ({
  id,
  method,
  path,
})

/** Only the id, for code that names an operation without calling it. */
export type AnyOperation = Pick<Operation, 'id'>

/** The input of a call: path, query and body, as far as the operation has them. */
export type InputOf<S extends Shape> = PathPart<S> & Given<S, 'query'> & Given<S, 'body'>

/** The console supplies the version of a path itself. */
type PathPart<S> = S extends { path: infer P }
  ? keyof Omit<P & object, 'version'> extends never
    ? object
    : { readonly path: Omit<P & object, 'version'> }
  : object

/** Returns the path with its parameters filled in. */
export const buildTarget = (
  { path }: Pick<Operation, 'path'>,
  places: Readonly<Record<string, unknown>> = {},
): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])))
