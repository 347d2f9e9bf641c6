import { isLoopback } from './loopback.ts'
import { readStoreUrl } from './storage/store-url.ts'

/** The settings that decide whether a server may be reached under a public name. */
export type PublicSettings = Readonly<{
  PUBLIC_URL?: string | undefined
  TRUSTED_PROXIES?: readonly string[] | undefined
  DATABASE_URL?: string | undefined
  READ_URL?: string | undefined
  STORE_URL?: string | undefined
  RATE_LIMITS: 'on' | 'off'
  DEV_CODES?: '0' | '1' | undefined
  REVIEW_SECONDS?: number | undefined
  SIM_SEED?: string | undefined
}>

type Conflict = Readonly<{ name: keyof PublicSettings; message: string }>

/**
 * Lists the settings that do not go with a public name: with `PUBLIC_URL` other people come in, and settings for tests
 * would show them codes, skip their reviews, let them guess without end or reveal tomorrow's prices.
 */
export function publicConflicts(settings: PublicSettings): readonly Conflict[] {
  const { PUBLIC_URL, TRUSTED_PROXIES, STORE_URL } = settings
  if (PUBLIC_URL === undefined) {
    const message = 'is for a server behind a proxy; set PUBLIC_URL to the address people use'
    return TRUSTED_PROXIES === undefined ? [] : [{ name: 'TRUSTED_PROXIES', message }]
  }
  const conflicts: Conflict[] = forTests
    .filter(({ isSet }) => isSet(settings))
    .map(({ name, does }) => ({ name, message: `${does}; ${TAKE_OUT}` }))
  if (URL.canParse(PUBLIC_URL) && new URL(PUBLIC_URL).protocol === 'http:')
    conflicts.push({ name: 'PUBLIC_URL', message: 'must begin with https:; over http: everybody on the way reads passwords and money' })
  for (const name of ['DATABASE_URL', 'READ_URL'] as const) {
    const url = settings[name]
    if (url !== undefined && !isPrivateConnection(url))
      conflicts.push({ name, message: 'must end in ?sslmode=verify-full; the database is on another machine and PUBLIC_URL is set' })
  }
  if (STORE_URL !== undefined && !isPrivateStore(STORE_URL))
    conflicts.push({ name: 'STORE_URL', message: 'must not have tls=0; the store is on another machine and PUBLIC_URL is set' })
  return conflicts
}

const TAKE_OUT = 'it does not go with PUBLIC_URL'

type ForTests = Readonly<{ name: keyof PublicSettings; isSet: (settings: PublicSettings) => boolean; does: string }>

const forTests: readonly ForTests[] = [
  { name: 'RATE_LIMITS', isSet: ({ RATE_LIMITS }) => RATE_LIMITS === 'off', does: 'off lets anybody guess without end' },
  { name: 'DEV_CODES', isSet: ({ DEV_CODES }) => DEV_CODES === '1', does: '1 shows codes to whoever asks for them' },
  {
    name: 'REVIEW_SECONDS',
    isSet: ({ REVIEW_SECONDS }) => REVIEW_SECONDS !== undefined,
    does: 'replaces reviews and the pause before money leaves',
  },
  { name: 'SIM_SEED', isSet: ({ SIM_SEED }) => SIM_SEED !== undefined, does: 'lets whoever knows it compute the prices of tomorrow' },
]

/** True when nobody on a network can read or change the traffic with the database: it is on this machine, or its certificate is checked. */
function isPrivateConnection(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = (searchParams.getAll('host').at(-1) ?? decodeURIComponent(hostname)).replaceAll(/^\[|\]$/gu, '')
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true
  const modes = searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full')
}

function isPrivateStore(storeUrl: string): boolean {
  const endpoint = readStoreUrl(storeUrl)?.endpoint
  if (endpoint === undefined) return true
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'https:' || isLoopback(hostname.replaceAll(/^\[|\]$/gu, ''))
}
