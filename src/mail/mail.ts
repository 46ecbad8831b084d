/** A mail to one person, and the port that sends it. */

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text, never interpreted as markup. */
  readonly text: string
}

export interface Mailer {
  /**
   * Sends a mail. `id` is the same for each attempt at one mail. Throws if it is not certain that the mail was
   * accepted.
   */
  send(id: string, mail: Mail): Promise<void>
}
