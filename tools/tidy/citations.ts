import { existsSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { type TidyCheck, filesUnder, isCode, read } from './files.ts'

const RULES = 'docs/rules'
/** Applied migrations never change, not even in a comment. */
const UNCHANGEABLE = 'apps/server/src/db/migrations/'
/** The mistakes that this check is shown. */
const PLANTED = 'tools/tidy/planted.test.ts'

/** Every way a rule is numbered: `B.7`, `A.1.8`, `INV-24`, `10.F`, `4.13`, `J99`, `12`, `1d`, and the letter of a whole part. */
const ID = String.raw`(?:[A-Z]{1,3}-\d+|\d+\.[A-M]|[A-P]\.\d+(?:\.\d+)?|\d+\.\d+|[A-M]-[a-h]|[A-Z]\d+|\d+[a-d]?|[A-P])(?![\w-]|\.\d)`
const IDS = String.raw`${ID}(?:(?:, | and | to |–)${ID})*`
const BETWEEN = /, | and | to |–/u

const HEADING = new RegExp(String.raw`^#+ (${IDS})\.? `, 'u')
const BOLD = new RegExp(String.raw`\*\*(${ID})\*\*`, 'gu')
const FIRST_CELL = /^\| ([A-Z]{1,3}-?\d+)/u

const CITATION = new RegExp(String.raw`\bdocs/rules/([\w-]+\.md)\x60?(?: (${IDS}))?`, 'gu')
const LINK = /\[([^\]]*)\]\(([^)\s#]+\.md)[^)]*\)/gu
const WHOLE_ID = new RegExp(`^${ID}$`, 'u')

/** The names that the rules had outside the project; what a link points to is for the check of links. */
const OLD_NAME = /(?<![\w/.[-])(?<!\]\()(?:domain|reliability|ux|performance|proof|product|names|style|libraries)\.md\b/u

export const citations: TidyCheck = {
  name: 'every rule that is cited stands in the rule book',
  find: (root) => {
    const book = openBook(root)
    return filesUnder(root, '.')
      .filter((path) => isCited(path))
      .flatMap((path) => {
        const text = inOneLine(read(root, path))
        const old = OLD_NAME.exec(text)?.[0]
        const cited = [...text.matchAll(CITATION)].flatMap(([, file = '', ids]) =>
          book.missing(`${RULES}/${file}`, ids?.split(BETWEEN) ?? []),
        )
        const linked = path.endsWith('.md') ? [...text.matchAll(LINK)].flatMap((link) => linkedRule(book, path, link)) : []
        return [
          ...(old === undefined ? [] : [`${path} cites ${old}, which is not here. Name the file of ${RULES} and the rule's id.`]),
          ...[...cited, ...linked].map((sentence) => `${path} cites ${sentence}`),
        ]
      })
  },
}

export const ruleFiles: TidyCheck = {
  name: 'the rule book lists each of its files',
  find: (root) => {
    const files = filesUnder(root, RULES).map((path) => basename(path))
    if (files.length === 0) return []
    const list = files.includes('README.md') ? read(root, `${RULES}/README.md`) : ''
    return files
      .filter((file) => file !== 'README.md' && !list.includes(`](${file})`))
      .map((file) => `${RULES}/README.md does not list ${file}.`)
  },
}

type Book = Readonly<{ missing: (path: string, ids: readonly string[]) => string[] }>

function openBook(root: string): Book {
  const known = new Map<string, ReadonlySet<string>>()
  const idsIn = (path: string): ReadonlySet<string> => {
    const ids = known.get(path) ?? idsOf(read(root, path))
    known.set(path, ids)
    return ids
  }
  return {
    missing: (path, ids) => {
      if (!existsSync(join(root, path))) return [`${path}, which is not there.`]
      return ids.filter((id) => !idsIn(path).has(id)).map((id) => `${path} ${id}, which does not stand in it.`)
    },
  }
}

/** An id stands in a heading before its words, alone in bold, or in the first column of a table. */
function idsOf(text: string): ReadonlySet<string> {
  const ids = text
    .split('\n')
    .flatMap((line) => [
      ...(HEADING.exec(line)?.[1]?.split(BETWEEN) ?? []),
      ...(FIRST_CELL.exec(line)?.slice(1) ?? []),
      ...[...line.matchAll(BOLD)].map((match) => match[1] ?? ''),
    ])
  return new Set(ids)
}

/** In documents a rule is cited by a link whose words are its id. */
function linkedRule(book: Book, path: string, [, words = '', target = '']: readonly string[]): string[] {
  const file = posix.join(dirname(path), target)
  return file.startsWith(`${RULES}/`) && WHOLE_ID.test(words) ? book.missing(file, [words]) : []
}

function isCited(path: string): boolean {
  return (isCode(path) || /\.(md|css|html|sql)$/u.test(path)) && !path.startsWith(UNCHANGEABLE) && path !== PLANTED
}

/** A comment may break between the file and its ids. */
const inOneLine = (text: string): string => text.replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/gu, ' ')
