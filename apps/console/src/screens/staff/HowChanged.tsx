import type { WayOfChange } from '@rueda/rules/staff/approvals.ts'
import type { ReactNode } from 'react'
import { say } from '../../app/words.ts'
import { useWays } from './use-ways.ts'

type Change = keyof typeof wordsOf

/** Says how many persons the server will require for these changes of the staff, before anybody presses. */
export function HowChanged({ changes }: Readonly<{ changes: readonly Change[] }>) {
  const data = useWays()
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
