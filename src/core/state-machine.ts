/** A state machine is a table: state, trigger, target, and the events the transition publishes. */

export interface Edge<State extends string, EventType extends string> {
  readonly to: State
  readonly emits: readonly EventType[]
}
export type Machine<State extends string, Trigger extends string, EventType extends string> = {
  readonly [S in State]: { readonly [T in Trigger]?: Edge<State, EventType> }
}

/** Returns the transition for a trigger, or undefined if it is not in the table and therefore cannot happen. */
export const edgeFor = <S extends string, T extends string, E extends string>(
  machine: Machine<S, T, E>,
  from: S,
  trigger: T,
): Edge<S, E> | undefined => machine[from][trigger]

/** Returns the transition for a trigger that the caller has checked; throws if the table does not have it. */
export const requireEdge = <S extends string, T extends string, E extends string>(
  machine: Machine<S, T, E>,
  from: S,
  trigger: T,
): Edge<S, E> => {
  const edge = edgeFor(machine, from, trigger)
  if (edge === undefined) throw new Error(`${from} has no edge ${trigger}`)
  return edge
}

/** Every pair (from, to) of the table, for the database's own list of allowed transitions. */
export const allowedTransitions = <S extends string, T extends string, E extends string>(
  machine: Machine<S, T, E>,
): [from: S, to: S][] => {
  const pairs = new Map<string, [S, S]>()
  for (const from of Object.keys(machine) as S[])
    for (const edge of Object.values(machine[from]) as Edge<S, E>[]) pairs.set(`${from}>${edge.to}`, [from, edge.to])
  return [...pairs.values()]
}

/** The state a trigger leads to, from wherever it is taken; for statements that move many rows at once. */
export const findTarget = <S extends string, T extends string, E extends string>(
  machine: Machine<S, T, E>,
  trigger: T,
): S => {
  const edges = Object.values(machine) as { readonly [K in T]?: Edge<S, E> }[]
  const [target, ...others] = new Set(edges.flatMap((each) => each[trigger]?.to ?? []))
  if (target === undefined || others.length > 0) throw new Error(`${trigger} does not lead to one state`)
  return target
}
