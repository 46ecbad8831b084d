/** How many examples a property draws: a tenth where the units or a change are tested (`npm test -- unit`, `changed`), all in every other run. */
const VARIABLE = 'VEZNE_TEST_EXAMPLES'

export const fewExamplesEnv = (isFew: boolean): Record<string, string> => (isFew ? { [VARIABLE]: 'few' } : {})

export const examples = (all: number): number => (process.env[VARIABLE] === 'few' ? Math.ceil(all / 10) : all)
