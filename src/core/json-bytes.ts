/** The bytes JSON is made of. */
export const BLANK = 32
export const QUOTE = 34
export const COMMA = 44
export const MINUS = 45
export const COLON = 58
export const OPEN_LIST = 91
export const BACKSLASH = 92
export const CLOSE_LIST = 93
export const SMALL_U = 117
export const OPEN = 123
export const CLOSE = 125

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
