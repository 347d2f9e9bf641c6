import type { Settings } from '../../config.ts'

/**
 * The site that passkeys are made for: the public name, or this machine without one. Browsers bind a passkey to its name, so one made for
 * another site cannot be used here, nor one of ours there.
 */
export type RelyingParty = Readonly<{ id: string; accepts: (origin: string) => boolean }>

const LOCAL = 'localhost'

export function relyingPartyOf({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): RelyingParty {
  if (PUBLIC_URL === undefined) return { id: LOCAL, accepts: (origin) => URL.canParse(origin) && new URL(origin).hostname === LOCAL }
  const { hostname, origin: own } = new URL(PUBLIC_URL)
  return { id: hostname, accepts: (origin) => origin === own }
}
