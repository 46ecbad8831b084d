/** The name of a browser; more specific names come first, because browsers also claim to be others. */

const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

interface BrowserName {
  readonly browser: string | null
  readonly system: string | null
}

export const browserName = (agent: string): BrowserName => ({
  browser: BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
  system: SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
})
