const SETUP = /^#\/setup\/([A-Za-z0-9_-]{43})$/u

/** The token of a set-up link, or null for any other address. */
export const setupTokenOf = (hash: string): string | null => SETUP.exec(hash)?.[1] ?? null

export const setupHash = (token: string): string => `#/setup/${token}`

/** Address of the page that asks for the two keys of the emergency account. */
export const EMERGENCY_DOOR = '#/emergency'
