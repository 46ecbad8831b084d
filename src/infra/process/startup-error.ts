/** Why the program does not start, for people: one sentence that says what to do, without a place in the code. */
export class StartupError extends Error {}
