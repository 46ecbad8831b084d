/** The interface of a named check: its figures and whether they pass. */
export type Check = (say: (line: string) => void, seed: number) => Promise<boolean>
