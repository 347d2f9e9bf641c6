import { type WireStaffArticle, articleDesk } from '@rueda/contract/admin/articles.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { ArticlePreview } from './ArticlePreview.tsx'

/** An article as it is read. What staff wrote can be taken back; what the house made out of facts cannot. */
export function ShownArticle({ article, mayWithdraw }: Readonly<{ article: WireStaffArticle; mayWithdraw: boolean }>) {
  const { texts, tag, instruments, timestamp, kind, withdrawn } = article
  const isMade = kind !== 'editorial'
  return (
    <>
      {isMade ? <InlineMessage tone="info">{say('articles.made')}</InlineMessage> : null}
      {withdrawn === null ? null : (
        <InlineMessage
          tone="warn"
          title={say('articles.takenBack', {
            name: withdrawn.by,
            at: moment(withdrawn.timestamp),
            reason: say(`reason.${withdrawn.reason}`),
          })}
        >
          {withdrawn.note}
        </InlineMessage>
      )}
      <ArticlePreview texts={texts} tag={tag} instruments={instruments} at={timestamp} />
      {!isMade && withdrawn === null && mayWithdraw ? <Withdraw articleId={article.id} /> : null}
    </>
  )
}

function Withdraw({ articleId }: Readonly<{ articleId: string }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const withdraw = () =>
    act(
      () => call(articleDesk.withdraw, { articleId, ...whyOf(why) }),
      () => say('articles.withdrawn'),
    )
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void withdraw()}>
        {say('articles.withdraw')}
      </Button>
    </section>
  )
}
