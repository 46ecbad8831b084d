/** Where a program is killed: `npm test` leaves out places that are close to another, `npm run checks -- kills` tries all. */
const IS_WHOLE = process.env.VEZNE_KILLS_WHOLE === '1'

export const triedPlaces = <const T>(all: readonly T[], nearAnother: readonly NoInfer<T>[]): T[] =>
  all.filter((place) => IS_WHOLE || !nearAnother.includes(place))
