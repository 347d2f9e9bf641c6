import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { markets } from '@rueda/contract/codes.ts'
import { refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance } from 'fastify'
import type { VenueClient } from '../venue/client.ts'
import type { Replies } from './replies.ts'

/** The built apps, at `/` and at `/console/`, and the instruments' generated logos. */
const HASHED = /[\\/]assets[\\/]/u
const FOREVER = 'public, max-age=31536000, immutable'
const ALWAYS_ASK = 'no-cache'
const ONE_DAY = 'public, max-age=86400'
const FIRST_PAGE = 'index.html'
/** The page that judges evidence without this server: it is kept and opened from a disk, and from here it would run nothing. */
const KEPT_PAGE = /[\\/](?<name>verifier\.html)(?:\.\w+)?$/u

type BrowserApp = Readonly<{ folder: string; prefix: string }>

/** Adds the apps that have been built. Their files are sent by name: the library's own route reads the folders anew for every file. */
export async function addBrowserApps(server: FastifyInstance, apps: readonly BrowserApp[]): Promise<void> {
  const built = apps.filter(({ folder }) => existsSync(folder))
  if (built.length === 0) return
  await server.register(fastifyStatic, {
    root: built.map(({ folder }) => folder),
    serve: false,
    cacheControl: false,
    // The build wrote them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', HASHED.test(path) ? FOREVER : ALWAYS_ASK)
      const kept = KEPT_PAGE.exec(path)?.groups?.['name']
      if (kept !== undefined) void reply.header('content-disposition', `attachment; filename="${kept}"`)
    },
  })
  for (const app of built) await addBrowserApp(server, app)
}

type FilePath = { Params: { '*': string } }

async function addBrowserApp(server: FastifyInstance, { folder, prefix }: BrowserApp): Promise<void> {
  let build = await buildIn(folder)
  let names = await namesIn(folder)
  // The app may have been built anew since. Nothing else is worth a look into its folders, or misses would cost one each.
  const lookAgain = async (): Promise<void> => {
    const now = await buildIn(folder)
    if (now === build) return
    names = await namesIn(folder)
    build = now
  }
  server.route<FilePath>({
    method: ['GET', 'HEAD'],
    url: `${prefix}*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const name = request.params['*'] || FIRST_PAGE
      if (!names.has(name)) await lookAgain()
      return names.has(name) ? reply.sendFile(name, folder) : reply.callNotFound()
    },
  })
}

/** Tells one build from another: a build replaces the folder as a whole, and whoever copies one over it replaces the first page. */
async function buildIn(folder: string): Promise<string | null> {
  const [whole, page] = await Promise.all([folder, join(folder, FIRST_PAGE)].map((path) => stat(path).catch(() => null)))
  return whole && page ? `${whole.ino} ${whole.mtimeMs} ${page.ino} ${page.mtimeMs}` : null
}

/** A file or a folder that is none of the app's own, such as the mark of the build. */
const HIDDEN = /(?:^|\/)\./u

/** The names of the folder's files as they stand in an address: `index.html`, `assets/app-1a2b.js`; none while it is being built. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(names.filter((name) => !HIDDEN.test(name)))
}

const SVG = '.svg'
type LogoPath = { Params: { market: string; file: string } }

export function addLogos(
  server: FastifyInstance,
  { venue, replies }: Readonly<{ venue: Pick<VenueClient, 'find' | 'logo'>; replies: Replies }>,
): void {
  server.get<LogoPath>('/logos/:market/:file', { schema: { hide: true } }, (request, reply) => {
    const { market, file } = request.params
    const listed = markets.find((name) => name === market)
    const found = listed === undefined || !file.endsWith(SVG) ? null : venue.find(listed, file.slice(0, -SVG.length))
    const logo = found === null ? null : venue.logo(found.id)
    if (logo === null) return replies.refuse(reply, request, refuse('object.not_found'), 404)
    return reply
      .header('cache-control', ONE_DAY)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type('image/svg+xml; charset=utf-8')
      .send(logo)
  })
}
