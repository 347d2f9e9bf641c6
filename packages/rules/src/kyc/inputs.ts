import type { CalendarDate } from '../time.ts'
import type { Evidence, PictureFacts } from './review.ts'

type Picture = Pick<PictureFacts, 'width' | 'height' | 'contrast'>

/** Inputs of the rules' decision besides the typed data, which is in the case: stored with the findings, to be checked again. */
export type ReviewInputs = Readonly<{
  today: CalendarDate
  zone: 'TD1' | 'TD2' | 'TD3' | null
  front: Picture | null
  back: Picture | null
  nearestElsewhere: number | null
  isUsedElsewhere: boolean
  sanctions: Evidence['sanctions']
  face: Evidence['face']
}>

export const inputsOf = ({ submission, front, back, ...given }: Evidence): ReviewInputs => ({
  ...given,
  zone: submission.zone?.format ?? null,
  front: sizeOf(front),
  back: sizeOf(back),
})

// A picture's outline would identify it among others, so it stays with the picture.
const sizeOf = (picture: PictureFacts | null): Picture | null =>
  picture === null ? null : { width: picture.width, height: picture.height, contrast: picture.contrast }
