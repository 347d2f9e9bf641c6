import type { DataOf } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { cleanImage } from '../../storage/clean-image.ts'
import { fileIdOf, fileOf, fileUrl, hasRoomToday, keepFile } from '../../storage/files.ts'
import { LINK_LIVES_MS, signLink } from '../../storage/links.ts'
import { openingsOf } from '../../storage/openings.ts'
import type { EdgeParts } from '../../http/edge.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'

/** Pictures that customers hand in: upload, reading by their owner, and the list of who opened them. */
export const fileRoutes = (app: App & EdgeParts): Registered =>
  routes(files, {
    upload: (request) => takePicture(app, request),

    link: async ({ input, caller }) => {
      const fileId = fileIdOf(input.url)
      const file = fileId === null ? null : await fileOf(app.pool, caller.accountId, fileId)
      if (file === null) return refuse('object.not_found')
      const givenAt = app.wallClock.now()
      const expiresAt = givenAt + LINK_LIVES_MS
      const viewer = { kind: 'owner', sessionId: caller.sessionId } as const
      return ok({ link: signLink(app.links, { ...file, viewer, givenAt, expiresAt }), expireTimestamp: expiresAt })
    },

    openings: async ({ input, caller }) => {
      const { list, total } = await inSnapshot(app.pool, (reader) => openingsOf(reader, caller.accountId, sliceOf(input)))
      const presented = list.map(({ fileId, byStaff, reason, openedAt }) => ({
        url: fileUrl(fileId),
        by: byStaff ? ('staff' as const) : ('owner' as const),
        reason,
        openTimestamp: openedAt,
      }))
      return ok(pageOf(presented, total, input))
    },
  })

/** Refuses an upload before anything of the file is read. */
async function roomFor({ pool, space, wallClock }: App & EdgeParts, accountId: string): Promise<Result<true>> {
  if (space.isLow()) return refuse('storage.full')
  const { rowCount } = await pool.query('select from accounts where account_id = $1 and email is null', [accountId])
  if (rowCount === 1) return refuse('file.practice')
  return (await hasRoomToday(pool, accountId, 0, wallClock.now())) ? ok(true) : refuse('file.daily')
}

async function takePicture(
  app: App & EdgeParts,
  { caller, upload }: HandlerRequest<typeof files.upload>,
): Promise<Result<DataOf<typeof files.upload>>> {
  if (caller.frozen) return refuse('account.frozen')
  const room = await roomFor(app, caller.accountId)
  if (!room.ok) return room
  const sent = await upload()
  if (!sent.ok) return sent
  const image = await cleanImage(sent.value)
  if (!image.ok) return image
  const kept = await keepFile(app, caller.accountId, image.value, app.wallClock.now())
  return kept.ok ? ok({ url: fileUrl(kept.value) }) : kept
}
