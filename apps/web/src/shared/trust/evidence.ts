import type { Contradiction, KeptReceipt } from './kept.ts'

/** What this device keeps as files that anybody can judge without this app (`docs/rules/proof.md` P.31). They show what opens single entries, never the key. */
const EVIDENCE = 'rueda/evidence/v1'
const RECEIPT = 'rueda/receipt/v1'

export const evidenceFile = ({ kind, at, evidence }: Contradiction): string =>
  written({ format: EVIDENCE, contradiction: kind, seenAt: new Date(at).toISOString(), server: window.location.origin, ...evidence })

export const evidenceName = ({ at }: Contradiction): string => `rueda-evidence-${dayOf(at)}.json`

/** A receipt with the keys that it is judged by and the hash of what was sent. */
export const receiptFile = ({ command, receipt }: KeptReceipt, receiptKeys: readonly string[]): string =>
  written({ format: RECEIPT, server: window.location.origin, receiptKeys, command, receipt })

export const receiptName = ({ receipt: { at, sequence } }: KeptReceipt): string => `rueda-receipt-${dayOf(at)}-${sequence}.json`

const written = (file: object): string => `${JSON.stringify(file, null, 2)}\n`
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)
