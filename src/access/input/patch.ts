/**
 * Bodies of PATCH: a member that is sent is written, one that `unset` names is removed, everything else is left unchanged, including
 * changes that wait for a second person. In requests null means absent, so it cannot express that something is removed.
 */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { Enum } from '../../core/schema.ts'

export type Patch<B extends object> = Partial<B> & { readonly unset?: readonly string[] }

/** `unsettable` names those of `properties` that may be removed. */
export const buildPatchSchema = <P extends TProperties>(
  properties: P,
  unsettable: readonly (keyof P & string)[],
  name: string,
) =>
  Type.Unsafe<Patch<Static<TObject<P>>>>({
    ...Type.Object({
      ...Object.fromEntries(Object.entries(properties).map(([member, schema]) => [member, Type.Optional(schema)])),
      unset: Type.Optional(
        Type.Array(Enum(`${name}Member`, unsettable), {
          maxItems: unsettable.length,
          description: 'Names of the members that are taken away; none of them may be sent as well.',
          examples: [[]],
        }),
      ),
    }),
    $id: name,
  })

/** Returns every member that the patch mentions. Throws if one is both sent and removed. */
export const namedIn = ({ unset = [], ...sent }: Patch<object>): ReadonlySet<string> => {
  const both = unset.find((member) => member in sent)
  if (both !== undefined) throw fieldProblem(both, 'mismatch', phrase`is sent and in unset; leave out one of them`)
  return new Set([...Object.keys(sent), ...unset])
}

/** `known` has the stored members, without those that are not set. */
export const patched = <B extends object>(known: B, { unset = [], ...sent }: Patch<B>): B =>
  Object.fromEntries(Object.entries({ ...known, ...sent }).filter(([member]) => !unset.includes(member))) as B

/** Returns the members of a row that have a value, since a body has no nulls. */
export const withoutNulls = <R extends object>(row: R): { [K in keyof R]?: NonNullable<R[K]> } =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [K in keyof R]?: NonNullable<R[K]>
  }
