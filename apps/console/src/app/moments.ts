import { formatDateTime } from '@rueda/ui/dates.ts'

export const moment = (at: number): string => formatDateTime(at)
