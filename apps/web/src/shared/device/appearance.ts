import { DESK } from '@rueda/ui/look/desk.ts'
import { localeOf } from '@rueda/ui/formats/languages.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useSettings } from './settings.ts'

const barColours = { dark: '#131822', light: '#ffffff' }

/** Writes theme, palette, motion and language onto the page, and follows the system where the person chose that. */
export function useAppearance(): void {
  const { theme, updown, reducesMotion, language } = useSettings()
  const systemIsLight = useMedia('(prefers-color-scheme: light)')
  const shown = theme === 'system' ? (systemIsLight ? 'light' : 'dark') : theme
  useEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = shown
    root.dataset['updown'] = updown
    root.lang = localeOf(language)
    if (reducesMotion) root.dataset['motion'] = 'reduced'
    else delete root.dataset['motion']
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', barColours[shown])
  }, [shown, updown, reducesMotion, language])
}

/** True while the motion on the page should be still: by the system or by choice. */
export function useCalm(): boolean {
  const bySystem = useMedia('(prefers-reduced-motion: reduce)')
  return useSettings((settings) => settings.reducesMotion) || bySystem
}

/** Wide enough for the desk. */
export const WIDE = DESK

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

export function useOffline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      return () => {
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
      }
    },
    () => !navigator.onLine,
  )
}
