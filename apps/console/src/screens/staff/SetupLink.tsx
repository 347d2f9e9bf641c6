import { CopyButton } from '@rueda/ui/CopyButton.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { say } from '../../app/words.ts'

/** A one-time link to hand over; it is shown once. A server that does not know its own name is where the page came from. */
export function SetupLink({ path }: Readonly<{ path: string }>) {
  const url = new URL(path, window.location.origin).href
  return (
    <>
      <InlineMessage tone="warn" title={say('staff.linkOnce')}>
        <code className="text-meta break-all">{url}</code>
      </InlineMessage>
      <CopyButton value={url} label={say('setup.copy')} />
    </>
  )
}
