/** A reason why the program does not start, for people: one sentence that says what to do, without a stack trace. */
export class StartupError extends Error {}
