import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { type Language, nativeNames } from '@rueda/ui/formats/languages.ts'
import { useState } from 'react'
import { change, languageToOffer } from '../shared/device/settings.ts'
import { speak, useText } from '../shared/text/text.ts'

const SPANISH: Language = 'es'
const ENGLISH: Language = 'en'

/** Asks for the language once, and only where the browser asks for another of our languages. */
export function FirstLanguage() {
  const [offered] = useState(languageToOffer)
  const [open, setOpen] = useState(offered !== null)
  const t = useText('common')
  if (offered === null) return null
  const choose = (language: Language) => {
    setOpen(false)
    void speak(language)
  }
  const others = [ENGLISH, SPANISH].filter((language) => language !== offered)
  const keep = () => {
    setOpen(false)
    change({ languageSettled: true })
  }
  return (
    <Sheet open={open} onClose={keep} title={`${t('language')} · Language`}>
      <div className="flex flex-col gap-2 pt-1">
        <Button size="large" wide onPress={() => choose(offered)}>
          {nativeNames[offered]}
        </Button>
        {others.map((language) => (
          <Button key={language} tone="secondary" size="large" wide onPress={() => choose(language)}>
            {nativeNames[language]}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
