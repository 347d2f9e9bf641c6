import { kyc } from '@rueda/contract/kyc.ts'
import { checkPaper } from '@rueda/rules/kyc/submission.ts'
import { useState } from 'react'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useCall } from '../../shared/server/api.ts'
import { useGo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { type PaperDraft, type PaperField, emptyDraft, missingFields, submissionOf } from './draft.ts'

type Step = 'data' | 'photos' | 'review'
export type Photos = Readonly<{ front: string | null; back: string | null }>
/** The fault of a field: nothing typed, or the rule that refuses it. */
export type FieldProblem = Readonly<{ field: PaperField; problem: 'missing' | 'number' | 'zone' | 'expired' | 'age' | 'other' }>

export type IdentityFormState = Readonly<{
  type: 'idcard' | 'passport'
  country: string
  step: Step
  draft: PaperDraft
  photos: Photos
  problems: readonly FieldProblem[]
  photosMissing: boolean
  pending: boolean
  error: ApiError | null
  change: (field: PaperField, value: string) => void
  photo: (side: keyof Photos, url: string | null) => void
  next: () => void
  back: (step: Step) => void
  send: () => void
}>

/** The draft of somebody's papers on its way through the steps. The rules look at it before anything is sent. */
export function useIdentityForm(type: 'idcard' | 'passport'): IdentityFormState {
  const { country = 'AR' } = useQueryOfPage()
  const go = useGo()
  const [draft, setDraft, forget] = useKept<PaperDraft>(`kyc.${type}`, emptyDraft)
  const [step, setStep] = useState<Step>('data')
  const [photos, setPhotos] = useState<Photos>({ front: null, back: null })
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [photosMissing, setPhotosMissing] = useState(false)
  const submit = useCall(kyc.submit, {
    onDone: () => {
      forget()
      go('pages/kycverify/index', {}, { replace: true })
    },
  })
  const hasPhotos = photos.front !== null && (type === 'passport' || photos.back !== null)

  const checkData = () => {
    const found = problemsOf(type, country, draft)
    setProblems(found)
    if (found.length === 0) setStep('photos')
  }
  const checkPhotos = () => {
    setPhotosMissing(!hasPhotos)
    if (hasPhotos) setStep('review')
  }
  return {
    type,
    country,
    step,
    draft,
    photos,
    problems,
    photosMissing,
    pending: submit.pending,
    error: submit.error,
    change: (field, value) => {
      setDraft({ ...draft, [field]: value })
      setProblems(problems.filter((problem) => problem.field !== field))
    },
    photo: (side, url) => setPhotos((before) => ({ ...before, [side]: url })),
    next: step === 'data' ? checkData : checkPhotos,
    back: (earlier) => {
      submit.reset()
      setStep(earlier)
    },
    send: () => {
      const { mrz, birthDate, number, firstName, lastName } = submissionOf(type, country, draft)
      const names = { type, countryCode: country, firstName, lastName, idNumber: number }
      void submit.run({
        ...names,
        ...(birthDate === null ? {} : { birthDate }),
        ...(mrz === null ? {} : { mrz }),
        frontImg: photos.front ?? '',
        ...(photos.back === null ? {} : { backImg: photos.back }),
      })
    },
  }
}

const problemOfRefusal = { 'document.expired': 'expired', 'person.under_age': 'age' } as const
const fieldOfWire: Readonly<Record<string, PaperField>> = { idNumber: 'number' }

function problemsOf(type: 'idcard' | 'passport', country: string, draft: PaperDraft): FieldProblem[] {
  const missing = missingFields(draft)
  if (missing.length > 0) return missing.map((field) => ({ field, problem: 'missing' }))
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const checked = checkPaper(submissionOf(type, country, draft), today)
  if (checked.ok) return []
  const wire = String(checked.facts['field'])
  const field = fieldOfWire[wire] ?? (wire as PaperField)
  const known = problemOfRefusal[checked.refusal as keyof typeof problemOfRefusal]
  return [{ field, problem: known ?? (field === 'number' ? 'number' : field === 'mrz' ? 'zone' : 'other') }]
}
