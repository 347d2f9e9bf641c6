import type { CalendarDate } from '../time.ts'
import type { Evidence, PictureFacts } from './review.ts'

type Picture = Pick<PictureFacts, 'width' | 'height' | 'contrast'>

/** What the rules decided by besides what was typed, which stands in the case: kept with what they found, to be gone through again. */
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

// A picture's outline would tell it again among others, so that it stays where the picture is.
const sizeOf = (picture: PictureFacts | null): Picture | null =>
  picture === null ? null : { width: picture.width, height: picture.height, contrast: picture.contrast }
