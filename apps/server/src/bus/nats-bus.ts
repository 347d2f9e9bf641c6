import { type ConnectionOptions, type NatsConnection, RequestError, connect } from '@nats-io/transport-node'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { StartRefused } from '../db/start-refused.ts'
import { type Bus, NoAnswer, NobodyThere, type Stop } from './bus.ts'
import { MAX_MESSAGE_BYTES } from './large.ts'

type Log = Pick<Logger, 'warn' | 'error'>

/** A connection to NATS, over which a bus of any name can be had. */
export type Nats = Readonly<{
  /** `name` begins every subject, so that two brokerages on one server do not hear each other. */
  bus: (name: string) => Bus
  /** Settles with the reason when the connection has ended for good. */
  lost: Promise<string>
  close: () => Promise<void>
}>

const FIRST_ANSWER_MS = 5 * SECOND_MS
const RECONNECT_EVERY_MS = 250
/** A server that dies without closing its connections is noticed after three of these. */
const PING_EVERY_MS = 2 * SECOND_MS
const MAX_PINGS_WITHOUT_ANSWER = 3

/**
 * Connects to the servers of `NATS_URL`. Refuses to begin where none answers, and later tries again for ever while all are away; requests then fail as
 * unanswered.
 */
export async function openNats(url: string, log: Log): Promise<Nats> {
  const connection = await connected(url)
  const { max_payload: mostBytes = MAX_MESSAGE_BYTES } = connection.info ?? {}
  if (mostBytes < MAX_MESSAGE_BYTES) {
    await connection.close()
    throw new StartRefused(`The NATS server takes messages of ${mostBytes} bytes; set its max_payload to 1MB or more.`)
  }
  return natsOver(connection, log)
}

/** A connection that is there, until it has ended. */
export function natsOver(connection: NatsConnection, log: Log): Nats {
  let isClosing = false
  const lost = connection.closed().then((error) => {
    const reason = error instanceof Error ? error.message : 'it was closed'
    return isClosing ? new Promise<string>(() => undefined) : reason
  })
  return {
    bus: (name) => busOver(connection, name, log),
    lost,
    close: () => {
      isClosing = true
      return connection.close()
    },
  }
}

function busOver(connection: NatsConnection, name: string, log: Log): Bus {
  const named = (subject: string): string => `${name}.${subject}`
  const subscribe = (subject: string, hear: (body: Uint8Array, respond: (answer: Uint8Array) => void) => void): Stop => {
    const subscription = connection.subscribe(named(subject), {
      callback: (error, message) => {
        if (error !== null) return log.warn({ err: error, subject }, 'a message of the bus was not heard')
        try {
          hear(message.data, (answer) => void message.respond(answer))
        } catch (failure) {
          // A process of another release may say what is not known here: the connection goes on, and it counts as lost.
          log.warn({ err: failure, subject }, 'a message of the bus was not understood')
        }
      },
    })
    return () => subscription.unsubscribe()
  }
  return {
    async request(subject, body, patienceMs) {
      try {
        return (await connection.request(named(subject), body, { timeout: Math.max(1, Math.ceil(patienceMs)) })).data
      } catch (error) {
        if (error instanceof RequestError && error.isNoResponders()) throw new NobodyThere(`nobody answers for ${subject}`)
        throw new NoAnswer(`nobody answered for ${subject} within ${Math.ceil(patienceMs)} ms`, { cause: error })
      }
    },
    answer: (subject, answer) =>
      subscribe(subject, (body, respond) => {
        answer(body)
          .then(respond)
          .catch((error: unknown) => log.warn({ err: error, subject }, 'a question of the bus was not answered'))
      }),
    publish(subject, body) {
      try {
        connection.publish(named(subject), body)
      } catch (error) {
        // Who publishes waits for nobody: the message is lost, and whoever listens finds the gap.
        log.warn({ err: error, subject, bytes: body.length }, 'a message of the bus was not sent')
      }
    },
    listen: (subject, hear) => subscribe(subject, (body) => hear(body)),
    close: async () => undefined,
  }
}

async function connected(url: string): Promise<NatsConnection> {
  try {
    return await connect({
      ...placesOf(url),
      timeout: FIRST_ANSWER_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_EVERY_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: MAX_PINGS_WITHOUT_ANSWER,
      // A server that was started again with other users for a moment is no reason to give up for good.
      ignoreAuthErrorAbort: true,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      `No NATS server lets us in at the address in NATS_URL (${why}). Start one, or correct the address, its user or its password.`,
    )
  }
}

/** Servers, user and password of `nats://user:password@host:4222`, and TLS where an address says `tls://`. */
export function placesOf(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'> {
  const places = url.split(',').map((each) => new URL(each))
  const { username, password } = places.find((each) => each.username !== '') ?? { username: '', password: '' }
  return {
    servers: places.map(({ host }) => host),
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(places.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}
