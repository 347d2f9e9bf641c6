import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { WayOfChange } from '@rueda/rules/staff/approvals.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../app/api.ts'
import { say } from '../../app/words.ts'

type Change = keyof StaffDataOf<typeof staff.changes>

/** Says how many persons the server will require for these changes of the staff, before anybody presses. */
export function HowChanged({ changes }: Readonly<{ changes: readonly Change[] }>) {
  const { data } = useQuery(read(staff.changes, {}, { live: true }))
  if (data === undefined) return null
  const ways = [...new Set(changes.map((change) => data[change]))]
  if (ways.length === 1) return <Sentence>{ways.map(sentenceOf)}</Sentence>
  return changes.map((change) => <Sentence key={change}>{`${say(wordsOf[change])}: ${sentenceOf(data[change])}`}</Sentence>)
}

const wordsOf = {
  invite: 'staff.invite',
  changeRoles: 'staff.changeRoles',
  disable: 'staff.disable',
  composeRole: 'roles.compose',
  retireRole: 'roles.retire',
} as const

const sentenceOf = (way: WayOfChange): string => say(`two.${way}`)

const Sentence = ({ children }: Readonly<{ children: ReactNode }>) => <p className="text-meta text-text3">{children}</p>
