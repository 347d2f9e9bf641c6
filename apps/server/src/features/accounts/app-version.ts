import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Settings } from '../../config.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import type { VenueClient } from '../../venue/client.ts'
import { policies, policyOf } from './password.ts'
import { publishedScenario } from '../../venue/scenario-file.ts'

/** The app is served by the server it talks to, so there is one version, no download and nothing to force. */
type Parts = Readonly<{
  settings: Parameters<typeof policyOf>[0] & Pick<Settings, 'TAB_ORDER' | 'FRAMED_HOSTS'>
  version: string
  venue: Pick<VenueClient, 'label' | 'scenario'>
}>

export const publishedVersion = ({ settings, version, venue }: Parts): DataOf<typeof accounts.appVersion> => ({
  version,
  minVersion: version,
  downloadUrl: '',
  forceUpdate: 0,
  notes: '',
  moneyMode: MONEY_MODE,
  venue: venue.label,
  practiceAccounts: 1,
  passwordMinLength: policies[policyOf(settings)].shortest,
  passwordMaxLength: policies[policyOf(settings)].longest,
  tabOrder: settings.TAB_ORDER,
  framedHosts: [...settings.FRAMED_HOSTS],
  scenario: publishedScenario(venue.scenario)?.name ?? null,
})
