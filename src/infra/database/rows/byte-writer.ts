/** Writes bytes one after another into a buffer that grows and is reused, big endian as PostgreSQL's protocol is. */
const FIRST_BYTES = 64 * 1024
const UTF8_MAX = 3 // bytes a UTF-16 unit can need

const DASH = 45
/** Values of hex digits by character code. */
const HEX = new Uint8Array(128)
for (let value = 0; value < 16; value++) {
  HEX[value.toString(16).charCodeAt(0)] = value
  HEX[value.toString(16).toUpperCase().charCodeAt(0)] = value
}

export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #at = 0

  clear(): void {
    this.#at = 0
  }

  /** Returns a copy of what was written. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at))
  }

  uint8(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }

  int16(value: number): void {
    this.#room(2)
    this.#at = this.#bytes.writeInt16BE(value, this.#at)
  }

  int32(value: number): void {
    this.#room(4)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }

  uint32(value: number): void {
    this.#room(4)
    this.#at = this.#bytes.writeUInt32BE(value, this.#at)
  }

  /** Writes a whole number within 2^53. */
  int64(value: number): void {
    this.int32(Math.floor(value / 2 ** 32))
    this.uint32(value >>> 0)
  }

  float64(value: number): void {
    this.#room(8)
    this.#at = this.#bytes.writeDoubleBE(value, this.#at)
  }

  text(value: string): void {
    this.#room(value.length * UTF8_MAX)
    this.#at += this.#bytes.write(value, this.#at)
  }

  raw(value: Uint8Array): void {
    this.#room(value.length)
    this.#bytes.set(value, this.#at)
    this.#at += value.length
  }

  /** Writes the sixteen bytes of a uuid. */
  uuid(text: string): void {
    this.#room(16)
    for (let at = 0; at < text.length; at += 2) {
      if (text.charCodeAt(at) === DASH) at++
      this.#bytes[this.#at++] = (HEX[text.charCodeAt(at)]! << 4) | HEX[text.charCodeAt(at + 1)]!
    }
  }

  /** Leaves room for a length that {@link closeLength} fills in. */
  openLength(): number {
    this.#room(4)
    this.#at += 4
    return this.#at
  }

  closeLength(start: number): void {
    this.#bytes.writeInt32BE(this.#at - start, start - 4)
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}
