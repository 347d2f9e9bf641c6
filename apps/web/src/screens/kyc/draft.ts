import type { Submission } from '@rueda/rules/kyc/submission.ts'

/** The typed data of a paper, as text; the pictures are not part of it and never kept. */
export type PaperDraft = Readonly<{ firstName: string; lastName: string; number: string; birthDate: string; mrz: string }>
export type PaperField = keyof PaperDraft

export const emptyDraft: PaperDraft = { firstName: '', lastName: '', number: '', birthDate: '', mrz: '' }

const NEEDED = ['firstName', 'lastName', 'number', 'birthDate'] as const satisfies readonly PaperField[]

export const missingFields = (draft: PaperDraft): PaperField[] => NEEDED.filter((field) => draft[field].trim() === '')

/** The draft as the rules read it; the lines of the zone are one text without breaks. */
export function submissionOf(type: 'idcard' | 'passport', countryCode: string, draft: PaperDraft): Submission {
  const mrz = draft.mrz.toUpperCase().replaceAll(/\s/gu, '')
  return {
    type,
    countryCode,
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    number: draft.number.trim(),
    birthDate: draft.birthDate === '' ? null : draft.birthDate,
    gender: null,
    mrz: mrz === '' ? null : mrz,
  }
}
