import { date } from '@rueda/contract/fields.ts'
import type { LiabilityNights } from '@rueda/contract/trust.ts'
import { z } from 'zod'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Bounds } from '../../http/bounds.ts'
import { NOT_FOUND } from '../../http/failures.ts'
import type { Extension } from '../../http/server.ts'
import { readEngineFile } from '../../trust-log/engines.ts'
import { CHECKPOINT_FILE } from '../../trust-log/log.ts'
import { type LoggedDaysKey, readDaysKey } from '../../trust-log/days-key.ts'
import { createDayReader } from './days.ts'
import { liabilitiesOf } from './liability.ts'
import { readNights } from './liability-store.ts'
import { keepTapes } from './kept-tapes.ts'
import { ARCHIVED } from './tape.ts'

/** The addresses of the public log (`docs/rules/proof.md`): without a session, readable by any page and any tool, and small enough to mirror. */
const LOG_ADDRESS = '/trust/log/*'
const KEYS_ADDRESS = '/trust/keys'
const DAYS_ADDRESS = '/trust/days/:market'
const DAY_ADDRESS = '/trust/days/:market/:date'
const ENGINE_ADDRESS = '/trust/engines/:hash'
const TAPE_ADDRESS = '/trust/tape/:instrument/:date'
const NIGHTS_ADDRESS = '/trust/liabilities'
const LIABILITIES_ADDRESS = '/trust/liabilities/:date'
const MAX_INSTRUMENT = 32
const ENGINE_HASH = /^[0-9a-f]{64}$/u
const marketCode = z.enum(marketNames)
const FOR_EVER = 'public, max-age=31536000, immutable'

type Files = Pick<App, 'trustLog' | 'witnesses' | 'pool' | 'venue' | 'clock' | 'files'> & Readonly<{ bounds: Pick<Bounds, 'tapes'> }>

export const trustFiles =
  ({ trustLog, witnesses, pool, venue, clock, files, bounds }: Files): Extension =>
  (server, { replies }) => {
    const days = createDayReader({ pool, venue, clock })
    const tapes = keepTapes(pool)
    const missing = (request: FastifyRequest, reply: FastifyReply) => replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
    server.get<{ Params: { '*': string } }>(LOG_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const path = request.params['*']
      const bytes = await trustLog.read(path)
      if (bytes === null) return missing(request, reply)
      const isCheckpoint = path === CHECKPOINT_FILE
      return reply
        .header('cache-control', isCheckpoint ? 'no-cache' : FOR_EVER)
        .header('access-control-allow-origin', '*')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(isCheckpoint ? 'text/plain; charset=utf-8' : 'application/octet-stream')
        .send(Buffer.from(bytes))
    })
    server.get(KEYS_ADDRESS, { schema: { hide: true } }, async (_, reply) => {
      const daysKey = await readDaysKey(pool)
      const texts = (purpose: 'checkpoints' | 'receipts') =>
        trustLog
          .keys()
          .filter((key) => key.purpose === purpose)
          .map(({ text }) => text)
      return open(reply).send({
        origin: trustLog.origin(),
        keys: texts('checkpoints'),
        receiptKeys: texts('receipts'),
        vrf: daysKey === null ? null : presentDaysKey(daysKey),
        policy: witnesses.policy,
      })
    })
    server.get<{ Params: { market: string }; Querystring: { through?: unknown } }>(
      DAYS_ADDRESS,
      { schema: { hide: true } },
      async (request, reply) => {
        const market = marketCode.safeParse(request.params.market)
        const through = date.safeParse(request.query.through)
        if (!market.success || !through.success) return missing(request, reply)
        return open(reply).send(await days.through(market.data, through.data))
      },
    )
    server.get<{ Params: { market: string; date: string } }>(DAY_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const market = marketCode.safeParse(request.params.market)
      const asked = date.safeParse(request.params.date)
      const day = market.success && asked.success ? await days.day(market.data, asked.data) : null
      return day === null ? missing(request, reply) : open(reply).send(day)
    })
    server.get<{ Params: { hash: string } }>(ENGINE_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const { hash } = request.params
      const bytes = ENGINE_HASH.test(hash) ? await readEngineFile(files, hash) : null
      if (bytes === null) return missing(request, reply)
      return open(reply).header('cache-control', FOR_EVER).type('text/javascript; charset=utf-8').send(Buffer.from(bytes))
    })
    server.get<{ Params: { instrument: string; date: string } }>(TAPE_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const { instrument } = request.params
      const asked = date.safeParse(request.params.date)
      if (!asked.success || instrument.length > MAX_INSTRUMENT) return missing(request, reply)
      const read = await bounds.tapes.run({ accountId: null, address: request.ip }, async () =>
        ok(await tapes.read(instrument, asked.data)),
      )
      if (!read.ok) return replies.refuse(reply, request, read)
      if (read.value === null) return missing(request, reply)
      if (read.value === ARCHIVED) return replies.refuse(reply, request, refuse('archive.by_account'), NOT_FOUND)
      const { text, isFinal } = read.value
      if (isFinal) void open(reply).header('cache-control', FOR_EVER)
      else void open(reply)
      return reply.type('application/json; charset=utf-8').send(text)
    })
    server.get(NIGHTS_ADDRESS, { schema: { hide: true } }, async (_, reply) => {
      const nights: LiabilityNights = { nights: await readNights(pool) }
      return open(reply).send(nights)
    })
    server.get<{ Params: { date: string } }>(LIABILITIES_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
      const asked = date.safeParse(request.params.date)
      const said = asked.success ? await liabilitiesOf(pool, asked.data) : null
      if (said === null) return missing(request, reply)
      return open(reply).send(said)
    })
  }

/** Readable by any page, and asked for anew. */
const open = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*')

const presentDaysKey = ({ publicKey, beacon, entry }: LoggedDaysKey) => ({ suite: VRF_SUITE, publicKey, beacon, entry })
const VRF_SUITE = 'ECVRF-EDWARDS25519-SHA512-TAI'
