import { UiProvider } from '@rueda/ui/provider/context.tsx'
import { englishText } from '@rueda/ui/provider/ui-text.ts'
import { type ReactNode, useMemo } from 'react'
import spanishText from '@rueda/text/es/ui.json'
import { language } from './language.ts'

const nothing = (): void => undefined

/** Provides the settings of the console that the shared components need. */
export function UiFrame({ children }: Readonly<{ children: ReactNode }>) {
  const spoken = language()
  const value = useMemo(
    () => ({
      language: spoken,
      text: spoken === 'es' ? { ...englishText, ...spanishText } : englishText,
      calm: true,
      flashesPrices: false,
      confirmsByTap: false,
      onConfirmsByTap: nothing,
      hidesAmounts: false,
      onHidesAmounts: nothing,
      vibrates: false,
      offline: false,
      scenario: null,
      onBack: null,
      visit: { key: 'console', inPlace: false },
      docked: false,
      enters: true,
    }),
    [spoken],
  )
  return <UiProvider value={value}>{children}</UiProvider>
}
