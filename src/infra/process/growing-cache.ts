/**
 * Bounds an LRU cache that may become large but should be allocated only as it fills: with `max` it allocates its
 * arrays at once, which costs tens of milliseconds at startup.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
