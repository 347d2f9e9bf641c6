/** The caller's device in words, for the list of sessions; the header itself is not kept. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//u, 'Edge'],
  [/OPR\//u, 'Opera'],
  [/SamsungBrowser\//u, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//u, 'Firefox'],
  [/Chrome\/|CriOS\//u, 'Chrome'],
  [/Safari\//u, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/u, 'Android'],
  [/iPhone|iPad|iPod/u, 'iOS'],
  [/Windows/u, 'Windows'],
  [/Mac OS X|Macintosh/u, 'macOS'],
  [/CrOS/u, 'ChromeOS'],
  [/Linux/u, 'Linux'],
]

export const UNKNOWN_DEVICE = '—'
const MAX_HEADER = 400

export function deviceOf(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, MAX_HEADER)
  const named = (table: typeof browsers) => table.find(([pattern]) => pattern.test(header))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (browser !== undefined && system !== undefined) return `${browser} · ${system}`
  return browser ?? system ?? UNKNOWN_DEVICE
}
