import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { VenueLabel } from '@rueda/exchange/venue.ts'

/** The app is served by the server it talks to, so there is one version, no download and nothing to force. */
export const publishedVersion = (version: string, venue: VenueLabel): DataOf<typeof accounts.appVersion> => ({
  version,
  minVersion: version,
  downloadUrl: '',
  forceUpdate: 0,
  notes: '',
  moneyMode: 'sim',
  venue,
  practiceAccounts: 1,
})
