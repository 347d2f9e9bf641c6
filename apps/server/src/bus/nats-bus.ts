import { type NatsConnection, connect } from '@nats-io/transport-node'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { StartRefused } from '../db/start-refused.ts'
import { type Bus, NoAnswer, type Stop } from './bus.ts'

type Place = Readonly<{
  /** `nats://host:4222`, with a user and a password where the server asks for them; several with commas between them. */
  url: string
  /** Begins every subject, so that two brokerages on one server do not hear each other. */
  prefix: string
  log: Pick<Logger, 'warn' | 'error'>
}>

const FIRST_ANSWER_MS = 5 * SECOND_MS
const RECONNECT_EVERY_MS = 250

/** The bus over a NATS server. While the server is away it tries again for ever; requests then fail as unanswered. */
export async function connectNats({ url, prefix, log }: Place): Promise<Bus> {
  const connection = await connected(url)
  const named = (subject: string): string => `${prefix}.${subject}`
  void connection.closed().then((error) => {
    if (error !== undefined) log.error({ err: error }, 'the bus ended')
  })

  const subscribe = (subject: string, hear: (body: Uint8Array, respond: (answer: Uint8Array) => void) => void): Stop => {
    const subscription = connection.subscribe(named(subject), {
      callback: (error, message) => {
        if (error !== null) return log.warn({ err: error, subject }, 'a message of the bus was not heard')
        hear(message.data, (answer) => void message.respond(answer))
      },
    })
    return () => subscription.unsubscribe()
  }

  return {
    async request(subject, body, patienceMs) {
      try {
        return (await connection.request(named(subject), body, { timeout: patienceMs })).data
      } catch (error) {
        throw new NoAnswer(`nobody answered for ${subject} within ${patienceMs} ms`, { cause: error })
      }
    },
    answer: (subject, answer) =>
      subscribe(subject, (body, respond) => {
        answer(body).then(respond, (error: unknown) => log.error({ err: error, subject }, 'a question of the bus was not answered'))
      }),
    publish(subject, body) {
      // Who publishes waits for nobody: without a connection the message is lost, and whoever listens finds the gap.
      if (!connection.isClosed()) connection.publish(named(subject), body)
    },
    listen: (subject, hear) => subscribe(subject, (body) => hear(body)),
    close: () => connection.close(),
  }
}

async function connected(url: string): Promise<NatsConnection> {
  try {
    return await connect({
      servers: url.split(','),
      timeout: FIRST_ANSWER_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_EVERY_MS,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`No NATS server answers at the address in NATS_URL (${why}). Start one, or correct the address.`)
  }
}
