import { type BroadcastTexts, wordsIn } from '@rueda/rules/broadcasts/broadcast.ts'
import type { TextLanguage } from '@rueda/text/keys.ts'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** Shows a broadcast as a customer reads it: on a telephone, in both themes, in the chosen language. */
export function PhonePreview({ texts, at }: Readonly<{ texts: BroadcastTexts; at: number | null }>) {
  const [language, choose] = useState<TextLanguage>('es')
  const words = wordsIn(texts, language)
  const isFallback = texts[language] === undefined
  return (
    <section className="flex flex-col gap-3" aria-label={say('broadcasts.preview')}>
      <LanguageChoice label={say('broadcasts.preview')} value={language} onChange={choose} />
      {isFallback ? <p className="text-meta text-warn">{say('broadcasts.fallback')}</p> : null}
      <div className="grid grid-cols-2 gap-3">
        {(['dark', 'light'] as const).map((theme) => (
          <article key={theme} lang={isFallback ? 'en' : language} className={`phone-frame phone-${theme}`}>
            <div className="flex items-start gap-2">
              <span className="phone-icon">
                <Bell aria-hidden size={16} />
              </span>
              <div className="min-w-0">
                <p className="text-label font-semibold break-words">{words?.title ?? ''}</p>
                <p className="phone-time num text-meta">{at === null ? '' : moment(at)}</p>
              </div>
            </div>
            <p className="pt-3 text-label font-normal break-words whitespace-pre-line">{words?.body ?? ''}</p>
          </article>
        ))}
      </div>
    </section>
  )
}
