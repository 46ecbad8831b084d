/** What a named check is: it says its figures and tells whether they are as they should be. */
export type Check = (say: (line: string) => void, seed: number) => Promise<boolean>
