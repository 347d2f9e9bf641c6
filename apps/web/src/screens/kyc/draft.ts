import { checkPaper, type Submission } from '@rueda/rules/kyc/submission.ts'
import { z } from 'zod'
import { type Faults, judgedBy } from '../../shared/forms/faults.ts'

/** The typed data of a paper, as text; the pictures are not part of it and never kept. */
export type PaperDraft = Readonly<{ firstName: string; lastName: string; number: string; birthDate: string; mrz: string }>
export type PaperField = keyof PaperDraft

export const emptyDraft: PaperDraft = { firstName: '', lastName: '', number: '', birthDate: '', mrz: '' }

/** A paper and where it was given out. */
export type Paper = Readonly<{ type: Submission['type']; country: string }>

/** The faults of a field: nothing typed, or the rule that refuses it. */
export const problems = ['missing', 'number', 'zone', 'expired', 'age', 'other'] as const
type Problem = (typeof problems)[number]

const NEEDED = ['firstName', 'lastName', 'number', 'birthDate'] as const satisfies readonly PaperField[]

const typed = z.object({ firstName: z.string(), lastName: z.string(), number: z.string(), birthDate: z.string(), mrz: z.string() })

/** A draft that may be handed in on the day it is asked about: the rules look at it before anything is sent. */
export const wholePaper = (paper: Paper, today: () => string): z.ZodType<PaperDraft, PaperDraft> =>
  judgedBy<PaperDraft, Problem>(typed, (draft) => faultsOf(paper, draft, today()))

const problemOfRefusal = { 'document.expired': 'expired', 'person.under_age': 'age' } as const
const fieldOfWire: Readonly<Record<string, PaperField>> = { idNumber: 'number' }

function faultsOf(paper: Paper, draft: PaperDraft, today: string): Faults<PaperDraft, Problem> {
  const missing = NEEDED.filter((field) => draft[field].trim() === '')
  if (missing.length > 0) return Object.fromEntries(missing.map((field) => [field, 'missing' as const]))
  const checked = checkPaper(submissionOf(paper, draft), today)
  if (checked.ok) return {}
  const wire = String(checked.facts['field'])
  const field = fieldOfWire[wire] ?? (wire as PaperField)
  const known = problemOfRefusal[checked.refusal as keyof typeof problemOfRefusal]
  return { [field]: known ?? (field === 'number' ? 'number' : field === 'mrz' ? 'zone' : 'other') }
}

/** The draft as the rules read it; the lines of the zone are one text without breaks. */
export function submissionOf({ type, country }: Paper, draft: PaperDraft): Submission {
  const mrz = draft.mrz.toUpperCase().replaceAll(/\s/gu, '')
  return {
    type,
    countryCode: country,
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    number: draft.number.trim(),
    birthDate: draft.birthDate === '' ? null : draft.birthDate,
    gender: null,
    mrz: mrz === '' ? null : mrz,
  }
}
