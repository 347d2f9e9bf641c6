import type { Finding, FindingKind } from './finding.ts'

/** What is wrong with an entry by all that was seen before it, and what whoever watches should know of it. */
export type Checked = Readonly<{ findings: readonly Finding[]; notices: readonly string[] }>

export const NOTHING: Checked = { findings: [], notices: [] }
export const found = (kind: FindingKind, says: string): Checked => ({ findings: [{ kind, says, evidence: {} }], notices: [] })
export const noticed = (says: string): Checked => ({ findings: [], notices: [says] })
export const both = (one: Checked, other: Checked): Checked => ({
  findings: [...one.findings, ...other.findings],
  notices: [...one.notices, ...other.notices],
})
