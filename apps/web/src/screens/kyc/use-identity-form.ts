import { kyc } from '@rueda/contract/kyc.ts'
import { useState } from 'react'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useCall } from '../../shared/server/api.ts'
import { useGo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { type SchemaForm, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { type PaperDraft, emptyDraft, submissionOf, wholePaper } from './draft.ts'

type Step = 'data' | 'photos' | 'review'
export type Photos = Readonly<{ front: string | null; back: string | null }>

export type IdentityFormState = Readonly<{
  type: 'idcard' | 'passport'
  country: string
  step: Step
  /** What the paper says. */
  data: SchemaForm<PaperDraft>
  /** Changes a field of it, and keeps it. */
  change: (changes: Partial<PaperDraft>) => void
  photos: Photos
  photosMissing: boolean
  pending: boolean
  error: ApiError | null
  photo: (side: keyof Photos, url: string | null) => void
  next: () => void
  back: (step: Step) => void
  send: () => void
}>

const today = (): string => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The draft of somebody's papers on its way through the steps. */
export function useIdentityForm(type: 'idcard' | 'passport'): IdentityFormState {
  const { country = 'AR' } = useQueryOfPage()
  const go = useGo()
  const [kept, keep, forget] = useKept<PaperDraft>(`kyc.${type}`, emptyDraft)
  const data = useSchemaForm<PaperDraft>(wholePaper({ type, country }, today), kept, 'changed')
  const [step, setStep] = useState<Step>('data')
  const [photos, setPhotos] = useState<Photos>({ front: null, back: null })
  const [photosMissing, setPhotosMissing] = useState(false)
  const submit = useCall(kyc.submit, {
    onDone: () => {
      forget()
      go('pages/kycverify/index', {}, { replace: true })
    },
  })
  const hasPhotos = photos.front !== null && (type === 'passport' || photos.back !== null)

  const checkPhotos = () => {
    setPhotosMissing(!hasPhotos)
    if (hasPhotos) setStep('review')
  }
  return {
    type,
    country,
    step,
    data,
    change: (changes) => keep(data.change(changes)),
    photos,
    photosMissing,
    pending: submit.pending,
    error: submit.error,
    photo: (side, url) => setPhotos((before) => ({ ...before, [side]: url })),
    next: step === 'data' ? () => data.send(() => setStep('photos')) : checkPhotos,
    back: (earlier) => {
      submit.reset()
      setStep(earlier)
    },
    send: () => {
      const { mrz, birthDate, number, firstName, lastName } = submissionOf({ type, country }, data.values)
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
