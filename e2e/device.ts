import type { Page } from '@playwright/test'
import type { TextLanguage } from '@rueda/text/keys.ts'
import type { Customer } from './customer.ts'

/** Settings that the app keeps on the device; see `settings.ts` and `session.ts` under `apps/web/src/shared`. */
export type DeviceSettings = Readonly<{
  theme?: 'dark' | 'light'
  updown?: 'green-red' | 'red-green' | 'blue-orange'
  confirmsByTap?: boolean
  hidesAmounts?: boolean
  reducesMotion?: boolean
}>

const SETTINGS_KEY = 'rueda.settings'
const SESSION_KEY = 'rueda.session'

/** Changes a setting as another tab of the same browser would, which the app follows without loading anew. */
export const chooseElsewhere = (page: Page, chosen: DeviceSettings & Readonly<{ language?: TextLanguage }>): Promise<void> =>
  page.evaluate(
    ([key, next]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { state?: object }
      const newValue = JSON.stringify({ ...kept, state: { ...kept.state, ...next } })
      localStorage.setItem(key, newValue)
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    [SETTINGS_KEY, chosen] as const,
  )

/** A device that has chosen its language and settings before, with or without somebody signed in. */
export function keptOnDevice(
  language: TextLanguage,
  settings: DeviceSettings,
  customer: Customer | null,
): { name: string; value: string }[] {
  const device = stored(SETTINGS_KEY, { language, languageSettled: true, ...settings })
  return customer === null ? [device] : [device, stored(SESSION_KEY, sessionOf(customer))]
}

/** Another tab of the same browser signs somebody in. */
export const signInElsewhere = (page: Page, customer: Customer): Promise<void> =>
  page.evaluate(
    ({ name, value }) => {
      localStorage.setItem(name, value)
      window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: value }))
    },
    stored(SESSION_KEY, sessionOf(customer)),
  )

const stored = (name: string, state: object) => ({ name, value: JSON.stringify({ state, version: 0 }) })
const sessionOf = ({ token, user: { id, nickname, email } }: Customer) => ({ token, user: { id, name: nickname, email } })
