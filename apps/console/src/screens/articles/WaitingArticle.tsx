import { type WireArticleDraft, articleDesk } from '@rueda/contract/admin/articles.ts'
import type { StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { call } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'
import { ArticlePreview } from './ArticlePreview.tsx'

/** A draft as it stands, for the second person who publishes it, and for readers. */
export function WaitingArticle({ draft, onDone }: Readonly<{ draft: WireArticleDraft; onDone: () => void }>) {
  const { busy, act } = useAct()
  const { waiting, texts, tag, instruments, changedTimestamp } = draft
  const send = async (asked: StaffInputOf<StaffEndpoint>): Promise<void> => {
    const done = await act(
      () => call(articleDesk.publish as StaffEndpoint, asked),
      () => say('two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      {waiting === null ? null : (
        <InlineMessage tone="info" title={say('articles.asked', { name: waiting.makerName, at: moment(waiting.madeTimestamp) })}>
          {say(waiting.canApprove === 1 ? 'articles.readAll' : 'articles.waitsForTwo')}{' '}
          <a href="#/approvals" className="text-accent">
            {say('nav.approvals')}
          </a>
        </InlineMessage>
      )}
      <ArticlePreview texts={texts} tag={tag} instruments={instruments} at={changedTimestamp} />
      {waiting?.canApprove === 1 ? (
        <Button busy={busy} onPress={() => void send(waiting.payload)}>
          {say('articles.publishSecond')}
        </Button>
      ) : null}
    </>
  )
}
