/** A value that must not be printed: its text forms are `[secret]`; only `use` reads it. */
import { inspect } from 'node:util'

export class Secret<T extends string = string> {
  readonly #value: T
  constructor(value: T) {
    this.#value = value
  }
  use<R>(work: (value: T) => R): R {
    return work(this.#value)
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [inspect.custom](): string {
    return '[secret]'
  }
}
