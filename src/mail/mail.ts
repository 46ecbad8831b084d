/** A mail to one person, and the port that sends it. */

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text: nothing in it is ever read as markup. */
  readonly text: string
}

export interface Mailer {
  /** `id`: the same for each try of one mail. Throws where it is not certain that the mail was taken. */
  send(id: string, mail: Mail): Promise<void>
}
