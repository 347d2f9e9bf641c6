import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { say } from '../../app/words.ts'

/** Whether what was asked for is what is held, captured and gone back. */
export const Balance = ({ balanced }: Readonly<{ balanced: 0 | 1 }>) => (
  <Pill tone={balanced === 1 ? 'up' : 'danger'}>{say(balanced === 1 ? 'subscriptions.balanced' : 'subscriptions.unbalanced')}</Pill>
)
