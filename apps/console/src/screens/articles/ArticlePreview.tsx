import { contentOf, paragraphsOf } from '@rueda/rules/articles/content.ts'
import type { ArticleTag } from '@rueda/rules/articles/article.ts'
import type { BroadcastTexts } from '@rueda/rules/broadcasts/broadcast.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import { PhoneFrames } from '../../shared/broadcasts/PhoneFrames.tsx'

type ArticlePreviewProps = Readonly<{ texts: BroadcastTexts; tag: ArticleTag; instruments: readonly string[]; at: number | null }>

/** Shows an article as a customer reads it: its content goes the way that it goes to the app. */
export const ArticlePreview = ({ texts, tag, instruments, at }: ArticlePreviewProps) => (
  <PhoneFrames texts={texts}>
    {({ title, body }) => (
      <>
        <p className="phone-time text-meta">{say(`articles.tag.${tag}`)}</p>
        <p className="text-title leading-6 break-words">{title}</p>
        <p className="phone-time num pt-1 text-meta">Rueda{at === null ? '' : ` · ${moment(at)}`}</p>
        <div className="flex flex-col gap-2 pt-3 text-label font-normal break-words">
          {paragraphsOf(contentOf(body)).map((runs, paragraph) => (
            <p key={paragraph}>
              {runs.map(({ text, address }, place) => (
                <span key={place} className={address === null ? '' : 'underline'}>
                  {text}
                </span>
              ))}
            </p>
          ))}
        </div>
        {instruments.length === 0 ? null : <p className="phone-time num pt-3 text-meta break-words">{instruments.join(' · ')}</p>}
      </>
    )}
  </PhoneFrames>
)
