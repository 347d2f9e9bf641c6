import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { VenueClient } from '../../venue/client.ts'
import { publishedScenario } from '../../venue/scenario-file.ts'

/** The app is served by the server it talks to, so there is one version, no download and nothing to force. */
export const publishedVersion = (version: string, venue: Pick<VenueClient, 'label' | 'scenario'>): DataOf<typeof accounts.appVersion> => ({
  version,
  minVersion: version,
  downloadUrl: '',
  forceUpdate: 0,
  notes: '',
  moneyMode: 'sim',
  venue: venue.label,
  practiceAccounts: 1,
  scenario: publishedScenario(venue.scenario)?.name ?? null,
})
