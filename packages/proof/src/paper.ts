/**
 * What a camera reads from the paper of a signed document (`docs/rules/proof.md` P.33): the hash of its data, the head of the account's chain
 * that they stand on, and the log. The same stands there in letters; nobody types sixty-four digits.
 */
export type PaperProof = Readonly<{
  /** Of the data, in hex. */
  hash: string
  sequence: number
  head: string
  origin: string
  /** The head's place in the log; null while no checkpoint covers it. */
  entry: number | null
}>

const PAPER_FORMAT = 'rueda/paper/v1'

export const paperText = ({ hash, sequence, head, origin, entry }: PaperProof): string =>
  [PAPER_FORMAT, `sha256 ${hash}`, `head ${sequence} ${head}`, `log ${origin}${entry === null ? '' : ` ${entry}`}`].join('\n')

const HASH_ALONE = /^[0-9a-f]{64}$/u
const WHOLE_TEXT = /^rueda\/paper\/v1\nsha256 ([0-9a-f]{64})\nhead \d{1,16} [0-9a-f]{64}\nlog \S+(?: \d{1,16})?$/u
/** As the paper has it in letters. */
const NAME_OF_HASH = /^sha-?256:?\s*/iu

/** The hash of what was scanned or typed off a paper, which may be the hash alone; null where it is neither. */
export function hashOnPaper(scanned: string): string | null {
  const text = scanned.replaceAll('\r', '').trim()
  const alone = text.replace(NAME_OF_HASH, '').replaceAll(/\s/gu, '').toLowerCase()
  return HASH_ALONE.test(alone) ? alone : (WHOLE_TEXT.exec(text)?.[1] ?? null)
}
