/** Names of the objects that are open during a scan: no name twice, none that reaches into a prototype, not too many. */
import { decodeName, placeProblem } from './json-fault.ts'
import { phrase } from './phrases/phrase.ts'

const MEMBERS_MAX = 2_000 // of one object; maps take 50
const FEW = 16 // so many names are compared one by one; more (or escaped ones) go into a set, whose hashes no caller can target
const BACKSLASH = 92
const FORBIDDEN = ['__proto__', 'constructor', 'prototype']

/** One object being read; frames are reused, since a scan never awaits. */
export class NameFrame {
  #count = 0
  readonly #hashes = new Int32Array(FEW)
  readonly #starts = new Int32Array(FEW)
  readonly #ends = new Int32Array(FEW)
  #many: Set<string> | undefined

  open(): void {
    this.#count = 0
    this.#many = undefined
  }

  /** Keeps the name between two quotes, or throws. */
  keep(bytes: Buffer, start: number, end: number): void {
    if (this.#count >= MEMBERS_MAX)
      throw placeProblem(bytes, start, phrase`more than ${MEMBERS_MAX} members in one object`)
    const hash = hashOf(bytes, start + 1, end)
    if (hash === ESCAPED || this.#count >= FEW || this.#many) this.#keepAmongMany(bytes, start, end)
    else this.#keepAmongFew(bytes, start, end, hash)
    this.#count++
    if ((hash === ESCAPED || FORBIDDEN_HASHES.includes(hash)) && FORBIDDEN.includes(nameAt(bytes, start, end)))
      throw placeProblem(bytes, start, phrase`this name is not allowed`)
  }

  #keepAmongFew(bytes: Buffer, start: number, end: number, hash: number): void {
    for (let other = 0; other < this.#count; other++)
      if (
        this.#hashes[other] === hash &&
        bytes.compare(bytes, this.#starts[other], this.#ends[other]! + 1, start, end + 1) === 0
      )
        throw twice(bytes, start)
    this.#hashes[this.#count] = hash
    this.#starts[this.#count] = start
    this.#ends[this.#count] = end
  }

  #keepAmongMany(bytes: Buffer, start: number, end: number): void {
    if (!this.#many) {
      this.#many = new Set()
      for (let other = 0; other < this.#count; other++)
        this.#many.add(nameAt(bytes, this.#starts[other]!, this.#ends[other]!))
    }
    const name = nameAt(bytes, start, end)
    if (this.#many.has(name)) throw twice(bytes, start)
    this.#many.add(name)
  }
}

const twice = (bytes: Buffer, start: number) =>
  placeProblem(bytes, start, phrase`the same name stands twice in one object`)

const nameAt = (bytes: Buffer, start: number, end: number): string => decodeName(bytes.toString('utf8', start, end + 1))

/** Hash of a plain name; ESCAPED for one that has to be decoded first. */
const ESCAPED = 0
const hashOf = (bytes: Buffer, from: number, to: number): number => {
  let hash = 7
  for (let at = from; at < to; at++) {
    const unit = bytes[at]!
    if (unit === BACKSLASH) return ESCAPED
    hash = (Math.imul(hash, 31) + unit) | 0
  }
  return hash
}
const FORBIDDEN_HASHES = FORBIDDEN.map((name) => hashOf(Buffer.from(name), 0, name.length))
