/** Sorts merchant category codes into the seven categories of the interface. */

const BY_CODE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['5411', '5422', '5441', '5451', '5462', '5499', '5811', '5812', '5813', '5814', '5921'].map((c) => [c, 'food']),
  ),
  ...Object.fromEntries(['4816', '5262', '5815', '5816', '5817', '5818', '5967', '5968'].map((c) => [c, 'online'])),
  ...Object.fromEntries(['7011', '7012', '7032', '7033', '4722', '4723', '5962'].map((c) => [c, 'travel'])),
  ...Object.fromEntries(['7995', '9406', '9754'].map((c) => [c, 'entertainment'])),
  '4215': 'services',
  '4225': 'services',
  '6236': 'services',
}

/** Category by the group the package puts a code into; a code in none of these groups is a service. */
const BY_GROUP: Readonly<Record<string, string>> = {
  AL: 'travel',
  CR: 'travel',
  HR: 'travel',
  TS: 'travel',
  US: 'utilities',
  ES: 'entertainment',
  MTS: 'online',
  ROS: 'retail',
  CV: 'retail',
  CLS: 'retail',
  MS: 'retail',
  WSM: 'retail',
}

export const mccCategory = (code: string, group: string): string => BY_CODE[code] ?? BY_GROUP[group] ?? 'services'
