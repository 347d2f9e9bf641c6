import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { TrustedProxies } from './proxies.ts'

/**
 * Finds out whether the addresses that a proxy passes on are believed. Limits count by address: where they are not believed
 * all callers share one, and where anybody may write their own there is no limit at all. Neither is noticed until it hurts,
 * so the server says so.
 */
export type ForwardingState =
  | Readonly<{ kind: 'believed' }>
  /** The proxy passes addresses on, and is not one of the trusted ones. */
  | Readonly<{ kind: 'distrusted'; proxy: string }>
  /** The requests arrive without an address. */
  | Readonly<{ kind: 'silent' }>
  /** A caller's own words about his address arrive as he wrote them. */
  | Readonly<{ kind: 'copied' }>
  | Readonly<{ kind: 'unreachable'; reason: string }>

export interface Forwarding {
  /** Sends this server a request under its public name, through any proxy in front of it. */
  check(publicUrl: string): Promise<ForwardingState>
}

const PROBE_HEADER = 'x-rueda-probe'
const HEADER = 'x-forwarded-for'
/** An address from a network reserved for documentation, which nobody has. */
const INVENTED_ADDRESS = '192.0.2.1'
const MAX_ANSWER_MS = 10 * SECOND_MS

type Dependencies = Readonly<{ isTrusted: TrustedProxies; newProbe: () => string; log: Logger }>

export function addForwarding(server: FastifyInstance, { isTrusted, newProbe, log }: Dependencies): Forwarding {
  const probes = new Map<string, ForwardingState | null>()
  let isSaid = false

  server.addHook('onRequest', (request, _, done) => {
    const proxy = request.raw.socket.remoteAddress ?? ''
    const forwarded = request.headers[HEADER]
    const probe = String(request.headers[PROBE_HEADER] ?? '')
    if (probes.has(probe)) probes.set(probe, stateOf(forwarded, proxy, isTrusted))
    else if (forwarded !== undefined && !isSaid && !isTrusted(proxy)) {
      isSaid = true
      // The sender of the header may be a person; the log has no addresses of persons.
      log.warn(UNBELIEVED)
    }
    done()
  })

  return {
    check: async (publicUrl) => {
      const probe = newProbe()
      probes.set(probe, null)
      try {
        const headers = { [PROBE_HEADER]: probe, [HEADER]: INVENTED_ADDRESS }
        await fetch(new URL('/healthz', publicUrl), { headers, redirect: 'error', signal: AbortSignal.timeout(MAX_ANSWER_MS) })
        return probes.get(probe) ?? { kind: 'unreachable', reason: 'another server answers there' }
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) }
      } finally {
        probes.delete(probe)
      }
    },
  }
}

export const UNBELIEVED =
  'a request says whose it is and is not believed, so all callers of a proxy in front would count as one address: set PUBLIC_URL, and TRUSTED_PROXIES where the proxy is not on this machine'

function stateOf(forwarded: string | string[] | undefined, proxy: string, isTrusted: TrustedProxies): ForwardingState {
  if (forwarded === undefined) return { kind: 'silent' }
  if (!isTrusted(proxy)) return { kind: 'distrusted', proxy }
  return String(forwarded).trim() === INVENTED_ADDRESS ? { kind: 'copied' } : { kind: 'believed' }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error ? cause.message || message : message
}

/** Tells the operator what was found and what to do about it. */
export function sentenceOf(state: ForwardingState): string {
  switch (state.kind) {
    case 'believed': {
      return 'the proxy in front says whose requests it passes on, and is believed'
    }
    case 'distrusted': {
      return `the proxy at ${state.proxy} says whose requests it passes on and is not believed, so all its callers count as one address: set TRUSTED_PROXIES=${state.proxy}`
    }
    case 'silent': {
      return 'the proxy in front does not say whose requests it passes on, so all callers count as one address: let it set X-Forwarded-For (docs/proxy)'
    }
    case 'copied': {
      return 'the proxy in front passes X-Forwarded-For on as callers write it, so anybody can choose an address: let it overwrite the header (docs/proxy)'
    }
    case 'unreachable': {
      return `PUBLIC_URL could not be asked from this machine (${state.reason}), so it is not known whether forwarded addresses are believed`
    }
  }
}

const TRIES = 3
const BETWEEN_TRIES_MS = 20 * SECOND_MS

type Saying = Readonly<{ publicUrl: string; log: Logger; betweenMs?: number }>

/** Checks in the background and logs the result; a proxy that starts after the server is given a minute. */
export function sayForwarding(forwarding: Forwarding, { publicUrl, log, betweenMs = BETWEEN_TRIES_MS }: Saying): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = async (triesLeft: number): Promise<void> => {
    const state = await forwarding.check(publicUrl)
    if (isStopped) return
    if (state.kind === 'unreachable' && triesLeft > 0) timer = setTimeout(() => void attempt(triesLeft - 1), betweenMs).unref()
    else if (state.kind === 'believed') log.info(sentenceOf(state))
    else log.warn(sentenceOf(state))
  }
  void attempt(TRIES - 1)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
