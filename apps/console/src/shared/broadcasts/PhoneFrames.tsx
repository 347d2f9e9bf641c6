import { type BroadcastTexts, type Words, wordsIn } from '@rueda/rules/broadcasts/broadcast.ts'
import type { TextLanguage } from '@rueda/text/keys.ts'
import { type ReactNode, useState } from 'react'
import { say } from '../../app/words.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

type PhoneFramesProps = Readonly<{ texts: BroadcastTexts; children: (words: Words) => ReactNode }>
const NOTHING: Words = { title: '', body: '' }

/** What customers read, on a telephone, in both themes, in the chosen language or in English. */
export function PhoneFrames({ texts, children }: PhoneFramesProps) {
  const [language, choose] = useState<TextLanguage>('es')
  const words = wordsIn(texts, language) ?? NOTHING
  const isFallback = texts[language] === undefined
  return (
    <section className="flex flex-col gap-3" aria-label={say('broadcasts.preview')}>
      <LanguageChoice label={say('broadcasts.preview')} value={language} onChange={choose} />
      {isFallback ? <p className="text-meta text-warn">{say('broadcasts.fallback')}</p> : null}
      <div className="grid grid-cols-2 gap-3">
        {(['dark', 'light'] as const).map((theme) => (
          <article key={theme} lang={isFallback ? 'en' : language} className={`phone-frame phone-${theme}`}>
            {children(words)}
          </article>
        ))}
      </div>
    </section>
  )
}
