import { makeQueryClient } from './api.ts'

/** The app's one cache of what was read. */
export const queryClient = makeQueryClient()
