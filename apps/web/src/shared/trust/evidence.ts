import type { Contradiction } from './kept.ts'

/** The evidence as a file that anybody can judge without this app (`docs/rules/proof.md` P.31). It shows what opens single entries, never the key. */
const FORMAT = 'rueda/evidence/v1'

export const evidenceFile = ({ kind, at, evidence }: Contradiction): string =>
  `${JSON.stringify({ format: FORMAT, contradiction: kind, seenAt: new Date(at).toISOString(), server: window.location.origin, ...evidence }, null, 2)}\n`

export const evidenceName = ({ at }: Contradiction): string =>
  `rueda-evidence-${new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)}.json`
