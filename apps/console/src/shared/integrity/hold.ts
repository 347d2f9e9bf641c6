import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { integrity } from '@rueda/contract/admin/integrity.ts'
import { say } from '../../app/words.ts'

type Hold = StaffDataOf<typeof integrity.latest>['payoutHold']

/** Says whether money may leave, and why it may not. */
export const holdWords = (hold: Hold): string =>
  hold === null ? say('integrity.clean') : say(hold === 'broken' ? 'integrity.red' : 'integrity.silent')
