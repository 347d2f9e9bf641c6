import websocket from '@fastify/websocket'
import type { VenueLabel } from '@rueda/exchange/venue.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closeCodes } from './close-codes.ts'
import { networkOf } from '../http/network.ts'
import type { PushHub } from './hub.ts'
import { MAX_FRAME_BYTES } from './limits.ts'

/** The websocket at `/web/push`. */
export const PUSH_PATH = '/web/push'

export type PushDependencies = Readonly<{ hub: PushHub; publicUrl: string | null; label: VenueLabel }>

export async function registerPush(server: FastifyInstance, { hub, publicUrl, label }: PushDependencies): Promise<void> {
  await server.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    // Every client is asked to come back before the server stops listening to them.
    preClose: (done: () => void) => {
      hub.close()
      done()
    },
  })
  const refuseForeign = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (isOwnOrigin(request.headers.origin, request.headers.host, publicUrl)) return undefined
    const data = { field: 'origin' }
    return reply
      .code(400)
      .send({ code: codeOf('parameter.invalid'), msg: 'Open the push channel from the app itself.', data, venue: label })
  }
  server.get(PUSH_PATH, { websocket: true, preValidation: refuseForeign }, (socket, request) => {
    const connection = hub.connect(socket, networkOf(request.ip))
    if (connection === null) return socket.close(closeCodes.tooMany, 'too many sockets')
    socket.on('message', (data: Buffer, isBinary: boolean) => connection.hear(isBinary ? '' : data.toString()))
    socket.on('ping', connection.pinged)
    socket.on('pong', connection.ponged)
    socket.on('close', connection.gone)
    // Broken frames close the socket by themselves; there is nothing more to do about them.
    socket.on('error', () => undefined)
  })
}

/** Browsers always say which page opens a socket; only our own may. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true
  const { protocol, host: originHost } = new URL(origin)
  return (protocol === 'http:' || protocol === 'https:') && originHost === host?.toLowerCase()
}
