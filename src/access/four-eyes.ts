/** Four eyes: an actor carries out at most one step of a resource. Every entry point of every such resource asks here. */
import { Problem } from '../core/problem.ts'

/** Steps of a resource that needs several people; an endpoint states which one it is. */
export type Step = 'create' | 'decide' | 'send'

/** Who carried out which step so far: token subjects. A step nobody has taken is null or left out. */
export type StepsTaken = Readonly<Partial<Record<Step, string | null>>>

/** False: this actor carried out another step of the same resource. For bulk operations, which skip such items. */
export const mayTakeStep = (step: Step, actor: string, taken: StepsTaken): boolean =>
  Object.entries(taken).every(([other, by]) => other === step || by !== actor)

/** Throws four_eyes_violation where {@link mayTakeStep} says no. `what` names the resource in the refusal. */
export const checkFourEyes = (what: string, step: Step, actor: string, taken: StepsTaken): void => {
  if (mayTakeStep(step, actor, taken)) return
  throw new Problem('four_eyes_violation', {
    detail: `You carried out another step of this ${what}; this one needs another person.`,
  })
}
