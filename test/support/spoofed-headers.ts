/** Headers a caller may forge to look as if it came from elsewhere: raw header lines, repeated names included. */

/** `wished`: the address it would like to have. `proxies`: addresses that are trusted, which it may name as well. */
export const spoofedHeaders = (wished: string, proxies: readonly string[]): string[][] => {
  const forms = [
    wished,
    `${wished}:443`,
    `::ffff:${wished}`,
    `[::ffff:${wished}]:443`,
    `"${wished}"`,
    `for=${wished}`,
    ` ${wished} `,
    `${wished},`,
    `,${wished}`,
    `${wished}, ${wished}`,
    `unknown, ${wished}`,
    `${wished}, unknown`,
    `${wished};${wished}`,
    `${wished}%0d%0a`,
    ...proxies.flatMap((proxy) => [`${wished}, ${proxy}`, `${proxy}, ${wished}`, proxy, `${proxy}, ${proxy}`]),
    wished.replace('.0.', '.'), // shortened
    `0${wished}`,
    `${wished}\t`,
    '127.0.0.1',
    '::1',
    '',
    `${'1.1.1.1, '.repeat(100)}${wished}`,
  ]
  const names = ['X-Forwarded-For', 'x-forwarded-for', 'X-FORWARDED-FOR']
  return [
    [],
    ...names.flatMap((name) => forms.map((form) => [`${name}: ${form}`])),
    ...forms.map((form) => [`X-Forwarded-For: ${form}`, `X-Forwarded-For: ${wished}`]),
    ...forms.map((form) => [`X-Forwarded-For: ${wished}`, `X-Forwarded-For: ${form}`, 'X-Forwarded-Proto: https']),
    ...forms
      .slice(0, 8)
      .flatMap((form) =>
        ['X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-Cluster-Client-IP', 'X-Forwarded'].map(
          (name) => [`${name}: ${form}`],
        ),
      ),
    [`Forwarded: for=${wished}`],
    [`Forwarded: for="[::ffff:${wished}]";proto=https`],
    [`Forwarded: for=${wished}, for=${wished}`],
    [`X-Forwarded_For: ${wished}`],
    [`X-Forwarded-For : ${wished}`].map((line) => line.replace(' :', ':')),
    [`Via: 1.1 ${wished}`],
    [`Client-IP: ${wished}`, `Forwarded-For: ${wished}`],
  ]
}
