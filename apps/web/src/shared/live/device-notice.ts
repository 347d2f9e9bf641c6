import type { Settings } from '../device/settings.ts'
import { useSettings } from '../device/settings.ts'

/** A message beside other windows while the app is open behind them. There is no push service: a closed app says nothing. */
export type NoticeStanding = 'none' | 'denied' | 'off' | 'on'

const HOURS_OF_DAY = 24
export const hoursOfDay: readonly number[] = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour)

export function noticeStanding({ notifies }: Pick<Settings, 'notifies'>): NoticeStanding {
  if (!('Notification' in globalThis)) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return notifies && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks the browser's permission, which it grants only after a press; true when it was given. */
export async function askForNotices(): Promise<boolean> {
  return 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted'
}

/** True from the first hour until the last one begins, also over midnight. */
export function isQuiet({ quietFrom, quietUntil }: Pick<Settings, 'quietFrom' | 'quietUntil'>, hour: number): boolean {
  return quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
}

/** True where a message is to be shown beside other windows at this hour of the device. */
export function isNoticed(hour: number): boolean {
  const settings = useSettings.getState()
  return document.hidden && noticeStanding(settings) === 'on' && !(settings.usesQuietHours && isQuiet(settings, hour))
}

/**
 * Shows one message; a press brings the app to the front, at the messages. Browsers of telephones show notices of a service worker alone, so it
 * is asked where there is one, and answers the press itself (`worker/service-worker.ts`).
 */
export async function showNotice({ id, title }: Readonly<{ id: string; title: string }>): Promise<void> {
  const looks = { tag: id, icon: './icon.svg' }
  const worker = await workerOfApp()
  if (worker !== null) return worker.showNotification(title, looks)
  const notice = new Notification(title, looks)
  notice.addEventListener('click', () => {
    window.focus()
    openMessages()
    notice.close()
  })
}

export function openMessages(): void {
  window.location.hash = '#/pages/notice/index'
}

/** Null where the browser has none, forbids it, or has not started it yet. */
async function workerOfApp(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return registration?.active ? registration : null
}
