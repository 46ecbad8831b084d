/** Whether a text contains another, in linear time. */

/** Up to this size the built-in search takes at worst some ten microseconds; beyond, a crafted text could delay a payment for milliseconds. */
const PRODUCT_MAX = 65_536

export const containsText = (hay: string, needle: string): boolean =>
  hay.length * needle.length <= PRODUCT_MAX ? hay.includes(needle) : containsLongText(hay, needle)

/** Knuth, Morris and Pratt: no position of the haystack is compared twice with the same part of the needle. */
const containsLongText = (hay: string, needle: string): boolean => {
  const borders = bordersOf(needle)
  let matched = 0
  for (let at = 0; at < hay.length; at++) {
    const unit = hay.charCodeAt(at)
    while (matched > 0 && unit !== needle.charCodeAt(matched)) matched = borders[matched - 1]!
    if (unit === needle.charCodeAt(matched)) matched++
    if (matched === needle.length) return true
  }
  return false
}

/** For each position of a text the length of the longest proper prefix that also ends there. */
const bordersOf = (text: string): Uint32Array => {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== text.charCodeAt(length)) length = borders[length - 1]!
    if (unit === text.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}
