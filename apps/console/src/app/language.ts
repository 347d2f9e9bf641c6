/** The console speaks Spanish and English; the choice stays on this device. */
export const consoleLanguages = ['es', 'en'] as const
export type ConsoleLanguage = (typeof consoleLanguages)[number]

const KEY = 'rueda.console.language'

export function language(): ConsoleLanguage {
  const kept = localStorage.getItem(KEY)
  const known = consoleLanguages.find((each) => each === kept)
  return known ?? (navigator.language.startsWith('es') ? 'es' : 'en')
}

export const keepLanguage = (chosen: ConsoleLanguage): void => localStorage.setItem(KEY, chosen)
