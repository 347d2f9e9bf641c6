import type { messages } from '@rueda/contract/messages.ts'
import type { DataOf, ParsedOf } from '@rueda/contract/endpoint.ts'
import { type MessageChoices, choose, isAlwaysSent, isSent, messageTopics } from '@rueda/rules/messages/topics.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { keepChoices, lockChoices } from './choices.ts'

type Choosing = Pick<App, 'pool' | 'settings'> & Pick<EdgeParts, 'wallClock'>
type Shown = DataOf<typeof messages.choices>

/** Switches one way of one topic. A mail can be switched off at any time, and on where there is somewhere to send it. */
export async function chooseWay(
  app: Choosing,
  accountId: string,
  { topic, way, on }: ParsedOf<typeof messages.choose>,
): Promise<Result<Shown>> {
  if (isAlwaysSent(topic, way)) return refuse('message.always_sent', { field: 'topic' })
  const chosen = await inTransaction(app.pool, async (client) => {
    const before = await lockChoices(client, accountId)
    if (before === null) return refuse('session.missing')
    if (way === 'mail' && on === 1 && (await mailLacks(app, client, accountId)) !== null) return refuse('message.no_mail', { field: 'way' })
    const after = choose(before, topic, way, on === 1)
    await keepChoices(client, accountId, after, app.wallClock.now())
    return ok(after)
  })
  return chosen.ok ? ok(await presentChoices(app, accountId, chosen.value)) : chosen
}

export async function presentChoices(app: Choosing, accountId: string, choices: MessageChoices): Promise<Shown> {
  const shown = (topic: (typeof messageTopics)[number], way: 'app' | 'mail') => ({
    on: isSent(choices, topic, way) ? (1 as const) : (0 as const),
    always: isAlwaysSent(topic, way) ? (1 as const) : (0 as const),
  })
  return {
    topics: messageTopics.map((topic) => ({ topic, app: shown(topic, 'app'), mail: shown(topic, 'mail') })),
    mailLacks: await mailLacks(app, app.pool, accountId),
  }
}

async function mailLacks({ settings }: Choosing, reader: Reader, accountId: string): Promise<Shown['mailLacks']> {
  if (settings.SMTP_URL === undefined) return 'house'
  const { rows } = await reader.query<{ practises: boolean }>('select email is null as practises from accounts where account_id = $1', [
    accountId,
  ])
  return rows[0]?.practises === false ? null : 'address'
}
