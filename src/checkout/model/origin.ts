/** Origins of a shop's pages, as browsers write them: used in a policy and compared with the origins of messages. */

/** No sign that means something in a policy, and no wildcard. */
const HTTPS = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/
const THIS_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/

export const isThisMachine = (text: string): boolean => THIS_MACHINE.test(text)

export const isOrigin = (text: string): boolean =>
  (HTTPS.test(text) || isThisMachine(text)) && URL.canParse(text) && new URL(text).origin === text
