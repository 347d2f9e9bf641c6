import type { TextLanguage } from '@rueda/text/keys.ts'
import type { Customer } from './customer.ts'

/** What the app keeps on the device; see `apps/web/src/app/settings.ts` and `session.ts`. */
export type DeviceSettings = Readonly<{
  theme?: 'dark' | 'light'
  confirmsByTap?: boolean
  hidesAmounts?: boolean
  reducesMotion?: boolean
}>

/** A device that has chosen its language and settings before, with or without somebody signed in. */
export function keptOnDevice(
  language: TextLanguage,
  settings: DeviceSettings,
  customer: Customer | null,
): { name: string; value: string }[] {
  const device = stored('rueda.settings', { language, languageSettled: true, ...settings })
  return customer === null ? [device] : [device, stored('rueda.session', sessionOf(customer))]
}

const stored = (name: string, state: object) => ({ name, value: JSON.stringify({ state, version: 0 }) })
const sessionOf = ({ token, user: { id, nickname, email } }: Customer) => ({ token, user: { id, name: nickname, email } })
