import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { WayOfChange } from '@rueda/rules/staff/approvals.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { say } from '../../app/words.ts'

export type Ways = StaffDataOf<typeof staff.changes>

/** How the server would decide each change of the staff now; undefined until it has said so. */
export const useWays = (): Ways | undefined => useQuery(read(staff.changes, {}, { live: true })).data

/** What is said of a request that waits: the same as was said before it was made. */
export const requestedText = (way: WayOfChange | undefined): string => say(way === 'two' ? 'two.waiting' : 'staff.asked')
