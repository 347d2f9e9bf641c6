import type { Instant } from '@rueda/rules/time.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Reader } from '../db/snapshot.ts'
import type { Clock, Ids } from '../deps.ts'
import type { Transport } from './transport.ts'

/**
 * Mail goes into a table first and leaves from there, so that nothing is lost when the mail server is away. Without a
 * mail server it stays in the table, where staff can read it.
 */
export type OutgoingMail = Readonly<{
  recipient: string
  subject: string
  body: string
  /** Not sent any more after this moment. */
  usefulUntil: Instant
}>

export interface Mail {
  enqueue(mail: OutgoingMail): Promise<void>
  /** Runs work whose length must not show in the time of an answer; a failure is logged. */
  inBackground(work: () => Promise<void>): void
  /** Sends what is due; returns how many went out. Does nothing without a mail server. */
  deliver(): Promise<number>
  /** Delivers from time to time until `stop`, which waits for what is under way. */
  start(): void
  stop(): Promise<void>
}

type Dependencies = Readonly<{ pool: Pool; wallClock: Clock; ids: Ids; log: Logger; transport: Transport | null }>

const DELIVER_EVERY_MS = 5_000
const MAX_AT_ONCE = 20
const MAX_ATTEMPTS = 10
const MAX_PAUSE_MS = 60 * MINUTE_MS

export function createMail({ pool, wallClock, ids, log, transport }: Dependencies): Mail {
  const running = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | null = null

  function inBackground(work: () => Promise<unknown>): void {
    const run = work().catch((error: unknown) => log.error({ err: error }, 'mail could not be prepared'))
    running.add(run)
    void run.finally(() => running.delete(run))
  }

  async function enqueue(mail: OutgoingMail): Promise<void> {
    await writeMail(pool, { ids, now: wallClock.now() }, mail)
    if (transport !== null && timer !== null) inBackground(deliver)
  }

  async function deliver(): Promise<number> {
    if (transport === null) return 0
    const { rows } = await pool.query<WaitingMail>(CLAIM, [wallClock.now(), MINUTE_MS, MAX_PAUSE_MS, MAX_AT_ONCE])
    const sent = await Promise.all(rows.map((mail) => sendOne(transport, mail)))
    return sent.filter(Boolean).length
  }

  async function sendOne(send: Transport, mail: WaitingMail): Promise<boolean> {
    try {
      await send({ recipient: mail.recipient, subject: mail.subject, body: mail.body })
      // A sent mail is in the customer's mailbox; a copy with its code is not kept.
      await pool.query("update mails set sent_at = $2, body = '' where mail_id = $1", [mail.mail_id, wallClock.now()])
      return true
    } catch (error) {
      log.warn({ attempt: mail.attempts, err: error }, 'a mail was not taken')
      const isOver = mail.attempts >= MAX_ATTEMPTS
      if (isOver) await pool.query('update mails set failed_at = $2 where mail_id = $1', [mail.mail_id, wallClock.now()])
      return false
    }
  }

  return {
    enqueue,
    inBackground,
    deliver,
    start: () => {
      timer ??= setInterval(() => inBackground(deliver), DELIVER_EVERY_MS).unref()
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer)
      timer = null
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Writes a mail in the transaction of the act that must not happen without it; it is sent with what is due next. */
export const writeMail = (
  reader: Reader,
  { ids, now }: Readonly<{ ids: Ids; now: Instant }>,
  { recipient, subject, body, usefulUntil }: OutgoingMail,
): Promise<unknown> => reader.query(INSERT, [ids.next(), recipient, subject, body, now, usefulUntil])

type WaitingMail = Readonly<{ mail_id: string; recipient: string; subject: string; body: string; attempts: number }>

const INSERT = `
  insert into mails (mail_id, recipient, subject, body, created_at, useful_until, next_attempt_at)
  values ($1, $2, $3, $4, $5::bigint, $6, $5::bigint)`

// The next attempt is set before this one is made: another server, or this one after a crash, waits its turn.
const CLAIM = `
  update mails set attempts = attempts + 1, next_attempt_at = $1::bigint + least($2::bigint * (2 ^ attempts)::bigint, $3::bigint)
  where mail_id in (
    select mail_id from mails
    where sent_at is null and failed_at is null and next_attempt_at <= $1 and useful_until > $1
    order by next_attempt_at limit $4 for update skip locked
  )
  returning mail_id::text, recipient, subject, body, attempts`
