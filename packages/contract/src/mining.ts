import { roundStatuses } from '@rueda/rules/mining/round.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { decimal, flag, identifier, timestamp } from './fields.ts'

/** A lesson in proof of work: the browser hashes, the server checks its share, and nothing is paid (`docs/rules/mining.md` A.104, E.9). */
const NONCE = /^[0-9a-f]{16}$/u
const digits = z.string()

export const miningRound = z
  .object({
    id: identifier,
    status: z.enum(roundStatuses),
    /** 32 bytes in hexadecimal; null until the round mines, so that nobody begins before. */
    challenge: digits.nullable(),
    /** 64 hexadecimal digits; a share's hash lies below it. */
    target: digits,
    /** Tries that a share takes on average. */
    tries: decimal,
    startTimestamp: timestamp,
    /** Beginning of its state. */
    statusTimestamp: timestamp,
    /** When the state changes by itself; null once the round is over. */
    nextTimestamp: timestamp.nullable(),
    /** Milliseconds mined so far. */
    minedMs: z.number().int(),
    roundMs: z.number().int(),
    energyUsed: z.number().int(),
    /** The verified share; null without one. */
    share: z.object({ nonce: digits, hash: digits, timestamp }).nullable(),
  })
  .meta({ id: 'MiningRound' })
export type MiningRound = z.output<typeof miningRound>

export const miningState = z
  .object({
    /** 0 where the money is real: then nobody mines. */
    offered: flag,
    /** The latest round; null before the first. */
    round: miningRound.nullable(),
    energy: z.object({
      left: z.number().int(),
      aDay: z.number().int(),
      /** Energy that a start needs now. */
      needed: z.number().int(),
      refillTimestamp: timestamp,
    }),
    /** What the next round would be: its target, and the tries that a share takes on average. */
    target: digits,
    tries: decimal,
    roundMs: z.number().int(),
    /** Hashes a second of an ordinary phone, to which the default target is fitted. */
    ordinaryRate: z.number().int(),
    /** The moment of this answer, by the clock of all the others. */
    nowTimestamp: timestamp,
  })
  .meta({ id: 'MiningState' })
export type MiningState = z.output<typeof miningState>

export const mining = {
  state: endpoint({
    method: 'GET',
    path: '/mining/state',
    access: 'user',
    summary: 'The customer’s latest round, the energy of the day, and the terms of the next round',
    input: z.object({}),
    data: miningState,
  }),
  start: endpoint({
    method: 'POST',
    path: '/mining/start',
    access: 'user',
    idempotent: true,
    summary: 'Begin a round, or go on with the one that ran out of energy',
    input: z.object({}),
    data: miningState,
    refusals: ['account.frozen', 'feature.disabled', 'mining.running', 'energy.insufficient'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/mining/stop',
    access: 'user',
    summary: 'Stop the round for good; where none is under way nothing changes',
    input: z.object({}),
    data: miningState,
  }),
  share: endpoint({
    method: 'POST',
    path: '/mining/share',
    access: 'user',
    idempotent: true,
    summary: 'Hand in a share: the server hashes the challenge and the nonce itself',
    input: z.object({ roundId: identifier, nonce: z.string().regex(NONCE) }),
    data: miningState,
    refusals: ['object.not_found', 'mining.share_late', 'mining.share_repeated', 'mining.share_wrong'],
  }),
  records: endpoint({
    method: 'GET',
    path: '/mining/records',
    access: 'user',
    summary: 'The customer’s rounds, the newest first',
    input: z.object(pageInput),
    data: pageOf(miningRound),
  }),
} as const
