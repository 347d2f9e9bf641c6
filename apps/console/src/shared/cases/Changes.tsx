import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import type { ReactNode } from 'react'
import { say } from '../../app/words.ts'
import type { Change } from './changes.ts'

type ChangesProps = Readonly<{ title: string; changes: readonly Change[]; children?: ReactNode; onRead?: () => void }>

/** Fields that changed while somebody looked, as they were and as they are. */
export function Changes({ title, changes, children, onRead }: ChangesProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <InlineMessage tone="warn" title={title}>
        {children}
      </InlineMessage>
      <table aria-label={title} className="w-full rounded-control bg-s2 text-label">
        <thead className="text-left text-meta text-text3">
          <tr>
            <th scope="col" className="py-1.5 pl-3 font-normal">
              {say('changes.field')}
            </th>
            <th scope="col" className="px-3 font-normal">
              {say('changes.before')}
            </th>
            <th scope="col" className="pr-3 font-normal">
              {say('changes.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label} className="align-top">
              <th scope="row" className="py-1.5 pl-3 text-left font-normal text-text2">
                {label}
              </th>
              <td className="num px-3 py-1.5 break-words text-text3 line-through">{before}</td>
              <td className="num py-1.5 pr-3 font-medium break-words">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onRead === undefined ? null : (
        <div>
          <Button tone="secondary" onPress={onRead}>
            {say('changes.read')}
          </Button>
        </div>
      )}
    </section>
  )
}
