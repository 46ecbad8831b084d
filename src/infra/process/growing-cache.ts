/** Bounds an LRU cache that may become large, and is allocated as it fills: with `max` it takes its arrays at once, which costs a start tens of milliseconds. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
