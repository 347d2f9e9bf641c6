import type { Language } from '@rueda/contract/codes.ts'
import type { Statement } from '@rueda/contract/statements.ts'
import { type NamedInstrument, instrumentName } from '@rueda/text/instrument-name.ts'
import { type Texts, fillIn, readTexts } from '../../texts.ts'

/** The words of a statement or a confirmation in one language: its own, those of the wallets, of the kinds of movements and of the instruments. */
export type Words = Readonly<{
  language: Language
  say: (key: string) => string
  wallet: (type: string) => string
  kind: (bizType: string) => string
  fee: (kind: string) => string
  instrument: (instrument: NamedInstrument) => string
  /** Of a share, a fund or an agency. */
  holding: (holding: Statement['holdings'][number]) => string
}>

export function wordsOf(language: Language): Words {
  const [own, common, wallets] = [readTexts(language, 'statements'), readTexts(language, 'common'), readTexts(language, 'wallets')]
  const [instruments, funds, follow] = [readTexts(language, 'instruments'), readTexts(language, 'funds'), readTexts(language, 'follow')]
  const instrument = (named: NamedInstrument): string => instrumentName((key, values) => fillIn(instruments[key], values ?? {}), named)
  return {
    language,
    say: (key) => own[key] ?? key,
    wallet: (type) => common[`wallet.${type}`] ?? type,
    kind: (bizType) => wallets[`kind.${camelCase(bizType)}`] ?? bizType,
    fee: (kind) => own[`fee.${kind}`] ?? kind,
    holding: ({ kind, market, stockCode: code, name }) =>
      kind === 'shares' ? `${instrument({ market, code, name })} (${code})` : ((kind === 'fund' ? funds : follow)[`name.${code}`] ?? code),
    instrument,
  }
}

const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e
/** Characters of money and dates beside the letters of English. */
const AROUND_NUMBERS = '\u{a0}−–—…·×%¥€£'

/** All characters that a statement in this language can have. */
export function charactersOf(language: Language): string {
  const [own, common, wallets] = [readTexts(language, 'statements'), readTexts(language, 'common'), readTexts(language, 'wallets')]
  const of = (texts: Texts, prefix: string): string[] =>
    Object.entries(texts).flatMap(([key, text]) => (key.startsWith(prefix) ? [text] : []))
  const printable = Array.from({ length: LAST_PRINTABLE - FIRST_PRINTABLE + 1 }, (_, index) =>
    String.fromCodePoint(FIRST_PRINTABLE + index),
  )
  const said = [
    ...of(own, ''),
    ...of(common, 'wallet.'),
    ...of(wallets, 'kind.'),
    ...of(readTexts(language, 'instruments'), ''),
    ...of(readTexts(language, 'funds'), 'name.'),
    ...of(readTexts(language, 'follow'), 'name.'),
    ...printable,
    AROUND_NUMBERS,
  ].join('')
  return [...new Set(said)].toSorted().join('')
}

/** "MARGIN_FEE" is written `marginFee` among the texts. */
const camelCase = (code: string): string => code.toLowerCase().replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase())
