/** One published operation: its id, which `me` lists for who may call it, and where the console's backend forwards it. */

/** As the generated types of the SDK describe an operation. */
export interface Shape {
  path?: object
  query?: object
  body?: unknown
  answer: unknown
}

export interface Operation<S extends Shape = Shape> {
  readonly id: string
  readonly method: string
  /** `cards/payments/{transaction_id}`: the surface, then the path after /api/v1/. */
  readonly path: string
  /** Never there; carries the types. */
  readonly shape?: S
}

export const operation = <S extends Shape>(id: string, method: string, path: string): Operation<S> => ({
  id,
  method,
  path,
})

/** Ids and methods only: where an operation is named, not called. */
export type AnyOperation = Pick<Operation, 'id'>

type Part<S, K extends string> = K extends keyof S
  ? undefined extends S[K]
    ? { readonly [P in K]?: S[P & keyof S] }
    : { readonly [P in K]: S[P & keyof S] }
  : object

/** What a call of it needs: path, query and body as far as the operation has them. */
export type InputOf<S extends Shape> = PathPart<S> & Part<S, 'query'> & Part<S, 'body'>

/** The version in a path is the console's business. */
type PathPart<S> = S extends { path: infer P }
  ? keyof Omit<P & object, 'version'> extends never
    ? object
    : { readonly path: Omit<P & object, 'version'> }
  : object

/** Where it goes, with its places filled in. */
export const targetOf = ({ path }: Pick<Operation, 'path'>, places: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])))
