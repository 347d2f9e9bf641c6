import { createHash } from 'node:crypto'
import type { AgreementText } from '@rueda/contract/agreements.ts'
import { type Language, isLanguage } from '@rueda/contract/codes.ts'
import { type AgreementKind, agreementVersions } from '@rueda/rules/agreements/agreement.ts'
import { readTexts } from '../../texts.ts'

/** A document in a version and a language; null for a version that there has not been. */
export function textOf(kind: AgreementKind, version: number, language: Language): AgreementText | null {
  const known = agreementVersions[kind].find((each) => each.version === version)
  if (known === undefined) return null
  const texts = readTexts(language, 'agreement-texts')
  const prefix = `${kind}.${version}`
  const title = texts[`${kind}.title`] ?? kind
  const paragraphs: string[] = []
  for (let next = texts[`${prefix}.1`]; next !== undefined; next = texts[`${prefix}.${paragraphs.length + 1}`]) paragraphs.push(next)
  return { kind, version, since: known.since, language, title, hash: hashOfText(prefix, paragraphs), paragraphs }
}

/** The hash that an acceptance keeps: of the version's name and its paragraphs, one a line. */
const hashOfText = (prefix: string, paragraphs: readonly string[]): string =>
  createHash('sha256')
    .update([prefix, ...paragraphs].join('\n'))
    .digest('hex')

export const hashOf = (kind: AgreementKind, version: number, language: string): string | null =>
  isLanguage(language) ? (textOf(kind, version, language)?.hash ?? null) : null
