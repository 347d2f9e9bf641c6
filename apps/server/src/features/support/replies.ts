import { type Language, languages } from '@rueda/contract/codes.ts'
import { type CannedReply, cannedReplies } from '@rueda/rules/support/replies.ts'
import { readTexts } from '../../texts.ts'

/** The replies that are kept, as they are sent: the words of `packages/text`, read once. */
export type ReplyTexts = Readonly<{ reply: CannedReply; texts: Readonly<Record<Language, string>> }>

export function readReplies(): readonly ReplyTexts[] {
  const catalogues = languages.map((language) => [language, readTexts(language, 'replies')] as const)
  return cannedReplies.map((reply) => ({
    reply,
    texts: Object.fromEntries(catalogues.map(([language, texts]) => [language, texts[reply]])) as Record<Language, string>,
  }))
}
