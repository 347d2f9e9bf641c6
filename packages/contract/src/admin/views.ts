import { z } from 'zod'
import { identifier, text } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

const MAX_NAME = 40
const MAX_QUERY = 500
const SCREEN = /^[a-z]{1,20}$/u
/** As a browser writes it, without what is open. */
const QUERY = /^[\w.~*%+=&:-]+$/u

const name = text(MAX_NAME)
const query = z.string().max(MAX_QUERY).regex(QUERY)

/** The filters and order of a list, under a name. Each member of staff has their own, in whatever browser. */
const view = z.object({ id: identifier, screen: z.string(), name: z.string(), query: z.string() }).meta({ id: 'SavedView' })
export type SavedView = z.output<typeof view>

export const views = {
  list: staffEndpoint({
    method: 'GET',
    path: '/views',
    power: 'views.keep',
    summary: 'The own saved views, the oldest first',
    input: z.object({}),
    data: z.array(view),
  }),
  save: staffEndpoint({
    method: 'POST',
    path: '/views/save',
    power: 'views.keep',
    summary: 'Keep what a list is narrowed and ordered by, under a name',
    input: z.object({ screen: z.string().regex(SCREEN), name, query }),
    data: view,
    refusals: ['view.too_many'],
  }),
  rename: staffEndpoint({
    method: 'POST',
    path: '/views/rename',
    power: 'views.keep',
    summary: 'Give an own view another name',
    input: z.object({ id: identifier, name }),
    data: view,
    refusals: ['object.not_found'],
  }),
  remove: staffEndpoint({
    method: 'POST',
    path: '/views/remove',
    power: 'views.keep',
    summary: 'Forget an own view',
    input: z.object({ id: identifier }),
    data: view,
    refusals: ['object.not_found'],
  }),
} as const
