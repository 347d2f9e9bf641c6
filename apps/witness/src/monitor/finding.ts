/** What contradicts what the log said before, or what it says at once in two places. */
export type Finding = Readonly<{
  kind: FindingKind
  /** A sentence for whoever runs the monitor. */
  says: string
  /** Files that prove it, by name; none where the log itself does. */
  evidence: Readonly<Record<string, string>>
}>

export type FindingKind =
  | 'malformed-checkpoint'
  | 'wrong-signature'
  | 'unknown-key'
  | 'other-origin'
  | 'older-checkpoint'
  | 'two-trees'
  | 'split-view'
  | 'not-a-continuation'
  | 'missing'
  | 'entries-differ'
  | 'label-repeated'
  | 'key-not-signed'
  | 'days-out-of-order'
  | 'days-missing'
  | 'engine-not-named'
  | 'inputs-changed'
  | 'tape-changed'
  | 'liabilities-missing'
  | 'night-contradicts'
  | 'misplaced-successor'

/** A contradiction that ends the look at this checkpoint: nothing of it is believed. */
export class Contradiction extends Error {
  override name = 'Contradiction'
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.says)
    this.finding = finding
  }
}
