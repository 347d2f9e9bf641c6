import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { OptionList } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { type Language, languages, nativeNames } from '@rueda/ui/formats/languages.ts'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '../../app/settings.ts'
import { speak, useText } from '../../app/text.ts'

/** The language, one press away from every door. What was typed stays. */
export function LanguageButton() {
  const t = useText('common')
  const language = useSettings((settings) => settings.language)
  const [open, setOpen] = useState(false)
  const choose = (next: Language) => {
    setOpen(false)
    void speak(next)
  }
  return (
    <>
      <IconButton label={t('language')} icon={Globe} onPress={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('language')}>
        <OptionList label={t('language')} options={languageOptions} value={language} onChoose={choose} />
      </Sheet>
    </>
  )
}

/** Every language under its own name. */
export const languageOptions = languages.map((value) => ({ value, label: nativeNames[value] }))
