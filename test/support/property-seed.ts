/** Loaded before every test file: properties draw the same examples in every run, so that a failure belongs to the change under test. `VEZNE_SEED=random` explores. */
import fc from 'fast-check'

const { VEZNE_SEED = '20261121' } = process.env
if (VEZNE_SEED !== 'random') fc.configureGlobal({ seed: Number(VEZNE_SEED) })
