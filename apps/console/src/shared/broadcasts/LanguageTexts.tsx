import type { TextLanguage } from '@rueda/text/keys.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { say } from '../../app/words.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { type Draft, missingIn, writtenIn } from './texts.ts'

type Longest = Readonly<{ title: number; body: number }>
const OF_A_MESSAGE: Longest = { title: 80, body: 1_200 }
type LanguageTextsProps = Readonly<{ draft: Draft; onChange: (draft: Draft) => void; longest?: Longest }>

/** A title and a body in each of the eight languages, one at a time, and a list of the missing ones. */
export function LanguageTexts({ draft, onChange, longest = OF_A_MESSAGE }: LanguageTextsProps) {
  const [language, choose] = useState<TextLanguage>('es')
  const missing = missingIn(draft)
  const edit = (change: Partial<Draft[typeof language]>) => onChange({ ...draft, [language]: { ...draft[language], ...change } })
  return (
    <div className="flex flex-col gap-3">
      <LanguageChoice label={say('broadcasts.language')} value={language} onChange={choose} written={writtenIn(draft)} />
      <TextField label={say('broadcasts.title')} value={draft[language].title} onChange={(title) => edit({ title })} most={longest.title} />
      <TextField
        label={say('broadcasts.body')}
        value={draft[language].body}
        onChange={(body) => edit({ body })}
        lines={4}
        most={longest.body}
      />
      {missing.length === 0 ? null : (
        <p className="text-meta text-text3">
          {say('broadcasts.missing', { languages: missing.map((each) => nativeNames[each]).join(', ') })}
        </p>
      )}
    </div>
  )
}
