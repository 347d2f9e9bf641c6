import { type Result, ok, refuse } from '../result.ts'

/** What a customer agrees to in writing (`docs/rules/agreements.md`). */
export const agreementKinds = ['terms', 'privacy', 'risk'] as const
export type AgreementKind = (typeof agreementKinds)[number]

/** The second version calls who runs the server the broker, as every page does, and names the page about the staff as it is called. */
const first = { version: 1, since: '2026-11-27' }
const second = { version: 2, since: '2026-11-29' }

/** The versions there have been, the newest last, each with the date it holds from. A text never changes: a changed one is a new version. */
export const agreementVersions: Readonly<Record<AgreementKind, readonly Readonly<{ version: number; since: string }>[]>> = {
  terms: [first, second],
  privacy: [first, second],
  risk: [first, second],
}

export type AgreementVersion = Readonly<{ kind: AgreementKind; version: number }>

export const currentVersionOf = (kind: AgreementKind): number => agreementVersions[kind].at(-1)?.version ?? 0

/** The documents whose newest version has not been accepted. */
export const dueOf = (accepted: readonly AgreementVersion[]): readonly AgreementKind[] =>
  agreementKinds.filter((kind) => !accepted.some((each) => each.kind === kind && each.version === currentVersionOf(kind)))

/** A version as it was read: its language and the hash of its text in it. */
export type ReadAgreement = AgreementVersion & Readonly<{ language: string; hash: string }>

/** Takes what was read, where it is the newest version of each document and the very text that is kept here. */
export function checkAccepted(
  read: readonly ReadAgreement[],
  hashOf: (kind: AgreementKind, version: number, language: string) => string | null,
): Result<readonly ReadAgreement[]> {
  const stands = read.every(
    ({ kind, version, language, hash }) => version === currentVersionOf(kind) && hash === hashOf(kind, version, language),
  )
  return stands ? ok(read) : refuse('agreement.outdated')
}
