import { z } from 'zod'
import { lines, text } from '../fields.ts'

/** What staff write for customers: a title and a text in up to eight languages, of which Spanish and English are always there. */
type Longest = Readonly<{ title: number; body: number }>

export const inLanguages = (longest: Longest) => {
  const words = z.object({ title: text(longest.title), body: lines(longest.body) })
  return z.object({ ...inAnyLanguage(words), es: words, en: words })
}

/** The same while it is written: it may lack a title, a body or any language. */
export const unfinishedInLanguages = (longest: Longest) =>
  z.object(
    inAnyLanguage(
      z.object({
        title: z.union([z.literal(''), text(longest.title)]),
        body: z.union([z.literal(''), lines(longest.body)]),
      }),
    ),
  )

const inAnyLanguage = <Words extends z.ZodType>(each: Words) => ({
  'es': each.optional(),
  'en': each.optional(),
  'de': each.optional(),
  'hi': each.optional(),
  'ja': each.optional(),
  'th': each.optional(),
  'zh-CN': each.optional(),
  'zh-TW': each.optional(),
})
