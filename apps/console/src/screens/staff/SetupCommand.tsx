import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { say } from '../../app/words.ts'

/** Where a server without mail shows a set-up link: on its machine, to whoever runs it. No screen shows it, so that no session can read it. */
export function SetupCommand({ email }: Readonly<{ email: string }>) {
  const command = `npm run setup-link -- ${email}`
  return (
    <InlineMessage tone="warn" title={say('staff.noMail')}>
      <p>{say('staff.linkOnMachine')}</p>
      <p className="flex items-center justify-between gap-2 pt-1">
        <code className="min-w-0 text-meta break-all">{command}</code>
        <CopyButton value={command} label={say('staff.command')} />
      </p>
    </InlineMessage>
  )
}
