/** Finds the part of a credential that waits for a second person after a call that changes only the members it names. */

/** Returns what the call asks for together with what waited before in other members; null if nothing waits. */
export const stillWaiting = <Awaited extends object>(
  asked: Awaited | null,
  before: Awaited | null,
  isNamed: (member: string) => boolean,
): Awaited | null => {
  const kept = Object.entries(before ?? {}).filter(([member]) => !isNamed(member))
  return kept.length === 0 ? asked : ({ ...Object.fromEntries(kept), ...asked } as Awaited)
}
