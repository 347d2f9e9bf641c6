/**
 * The content of an article as it crosses the wire: paragraphs of plain text in `<p>`, and addresses with https as links, nothing else. What
 * staff typed is text: every sign that means something in HTML is written out. Whoever shows it reads it back with the same grammar and
 * builds the page themselves, so that no text of an article is ever taken for markup (`docs/rules/articles.md` P.2).
 */
export type Run = Readonly<{ text: string; address: string | null }>
export type Paragraph = readonly Run[]

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(ENTITIES).map(([sign, entity]) => [entity, sign]))
const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? '')
const unescaped = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => SIGNS[entity] ?? '')

/** A host of plain letters, and a path without signs that a sentence ends with; no user, no port. */
const ADDRESS = /https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]*[a-z0-9])+(?:\/[\w\-./~%?=&#]*[\w\-/~%=#])?(?![\w@:])/gu
const LINK = (address: string): string => `<a href="${address}" rel="noopener noreferrer nofollow">${address}</a>`

const paragraphsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Each line that says something is a paragraph. */
export const contentOf = (text: string): string =>
  paragraphsIn(text)
    .map((line) => `<p>${runsIn(line).map(written).join('')}</p>`)
    .join('')

const written = ({ text, address }: Run): string => (address === null ? escaped(text) : LINK(escaped(address)))

function runsIn(line: string): Paragraph {
  const runs: Run[] = []
  let from = 0
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    if (index > from) runs.push({ text: line.slice(from, index), address: null })
    runs.push({ text: address, address })
    from = index + address.length
  }
  if (from < line.length) runs.push({ text: line.slice(from), address: null })
  return runs
}

const PARAGRAPH = /<p>(.*?)<\/p>/gsu
const ANCHOR = /<a href="[^"<>]*" rel="noopener noreferrer nofollow">([^<]*)<\/a>/gu

/** Reads the content back. Any other tag is shown as the text that it is. */
export const paragraphsOf = (content: string): readonly Paragraph[] =>
  [...content.matchAll(PARAGRAPH)].map(([, inside = '']) => runsIn(unescaped(inside.replaceAll(ANCHOR, '$1'))))
