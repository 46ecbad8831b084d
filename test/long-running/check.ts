/** The interface of a named check: its figures and whether they pass. `hours`: how long one goes on that has no end of its own. */
export type Check = (say: (line: string) => void, seed: number, hours: number) => Promise<boolean>
