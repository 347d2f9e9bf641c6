import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { OptionList } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '../../shared/device/settings.ts'
import { speak, useText } from '../../shared/text/text.ts'
import { languageOptions } from '../../shared/accounts/language-options.ts'

/** The choice of language on every screen before the login. What was typed stays. */
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
